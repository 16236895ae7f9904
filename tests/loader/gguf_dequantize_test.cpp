#include "engine/loader/gguf_dequantize.h"

#include "tests/support/test_main.h"

#include <array>
#include <random>
#include <vector>

using namespace moru;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint16_t kHalf = 0x3800; // 0.5
constexpr std::uint16_t kMinusTwo = 0xC000;

void put16(Bytes& bytes, std::uint16_t value)
{
    bytes.push_back(static_cast<std::uint8_t>(value));
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

std::vector<float> decode(const char* name, const Bytes& bytes)
{
    for (std::uint32_t type = 0; type < 64; ++type) {
        const GgufFormat* format = ggufFormat(type);
        if (!format || format->name != name)
            continue;
        std::vector<float> values(bytes.size() / format->blockBytes * format->blockValues);
        dequantize(*format, std::as_bytes(std::span(bytes)), values);
        return values;
    }
    return {};
}

/// Small integers 0 … most, in an order that no two positions could share by mistake.
std::vector<int> integers(std::size_t count, int most)
{
    std::mt19937 random(7);
    std::vector<int> q(count);
    for (int& value : q)
        value = static_cast<int>(random() % static_cast<unsigned>(most + 1));
    return q;
}

std::uint8_t bit(int value, int from, int to)
{
    return static_cast<std::uint8_t>((value >> from & 1) << to);
}

/// 16 bytes for 32 numbers, number i + 16 above number i.
Bytes nibbles32(const std::vector<int>& q)
{
    Bytes bytes;
    for (std::size_t i = 0; i < 16; ++i)
        bytes.push_back(static_cast<std::uint8_t>((q[i] & 15) | (q[i + 16] & 15) << 4));
    return bytes;
}

Bytes fifthBits32(const std::vector<int>& q)
{
    Bytes bytes(4);
    for (int i = 0; i < 32; ++i)
        bytes[static_cast<std::size_t>(i / 8)] |= bit(q[static_cast<std::size_t>(i)], 4, i % 8);
    return bytes;
}

void append(Bytes& bytes, const Bytes& more)
{
    bytes.insert(bytes.end(), more.begin(), more.end());
}

/// The 12 bytes of eight 6-bit scales and minima, packed bit by bit.
Bytes kScales(const std::vector<int>& scales, const std::vector<int>& minima)
{
    Bytes bytes(12);
    for (std::size_t g = 0; g < 4; ++g) {
        bytes[g] = static_cast<std::uint8_t>(scales[g] | scales[g + 4] >> 4 << 6);
        bytes[g + 4] = static_cast<std::uint8_t>(minima[g] | minima[g + 4] >> 4 << 6);
        bytes[g + 8] = static_cast<std::uint8_t>((scales[g + 4] & 15) | (minima[g + 4] & 15) << 4);
    }
    return bytes;
}

Bytes kNibbles(const std::vector<int>& q)
{
    Bytes bytes;
    for (std::size_t pair = 0; pair < 4; ++pair) {
        for (std::size_t i = 0; i < 32; ++i)
            bytes.push_back(
                static_cast<std::uint8_t>((q[pair * 64 + i] & 15) | (q[pair * 64 + 32 + i] & 15) << 4));
    }
    return bytes;
}

} // namespace

class GgufBlocks : public QObject {
    Q_OBJECT
private slots:
    void plainNumbers();
    void blocksOf32_data();
    void blocksOf32();
    void signedBytes();
    void groupsWithScaleAndMinimum();
    void groupsOf16();
    void severalBlocksFollowEachOther();
    void otherFormatsAreUnknown();
};

void GgufBlocks::plainNumbers()
{
    QVERIFY((decode("F32", { 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0 }) == std::vector<float> { 1, -2 }));
    QVERIFY((decode("F16", { 0x00, 0x38, 0x00, 0xc0 }) == std::vector<float> { 0.5F, -2 }));
    QVERIFY((decode("BF16", { 0x80, 0x3f, 0x00, 0xc0 }) == std::vector<float> { 1, -2 }));
}

void GgufBlocks::blocksOf32_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("hasMinimum");
    QTest::addColumn<bool>("hasFifthBit");
    QTest::newRow("Q4_0") << "Q4_0" << false << false;
    QTest::newRow("Q4_1") << "Q4_1" << true << false;
    QTest::newRow("Q5_0") << "Q5_0" << false << true;
    QTest::newRow("Q5_1") << "Q5_1" << true << true;
}

void GgufBlocks::blocksOf32()
{
    QFETCH(QString, name);
    QFETCH(bool, hasMinimum);
    QFETCH(bool, hasFifthBit);
    const std::vector<int> q = integers(32, hasFifthBit ? 31 : 15);
    Bytes bytes;
    put16(bytes, kHalf);
    if (hasMinimum)
        put16(bytes, kMinusTwo);
    if (hasFifthBit)
        append(bytes, fifthBits32(q));
    append(bytes, nibbles32(q));
    const std::vector<float> values = decode(qPrintable(name), bytes);
    QCOMPARE(values.size(), std::size_t { 32 });
    for (std::size_t i = 0; i < 32; ++i) {
        const float offset = hasMinimum ? -2.0F
            : hasFifthBit               ? -8.0F
                                        : -4.0F; // without a minimum: d times the middle
        QCOMPARE(values[i], 0.5F * static_cast<float>(q[i]) + offset);
    }
}

void GgufBlocks::signedBytes()
{
    Bytes bytes;
    put16(bytes, kHalf);
    for (int i = 0; i < 32; ++i)
        bytes.push_back(static_cast<std::uint8_t>(i * 8 - 128));
    const std::vector<float> values = decode("Q8_0", bytes);
    for (int i = 0; i < 32; ++i)
        QCOMPARE(values[static_cast<std::size_t>(i)], 0.5F * static_cast<float>(i * 8 - 128));
}

void GgufBlocks::groupsWithScaleAndMinimum()
{
    const std::vector<int> scales { 1, 63, 7, 32, 50, 17, 44, 63 };
    const std::vector<int> minima { 63, 2, 33, 0, 21, 48, 62, 5 };
    for (const bool hasFifthBit : { false, true }) {
        const std::vector<int> q = integers(256, hasFifthBit ? 31 : 15);
        Bytes bytes;
        put16(bytes, kHalf);
        put16(bytes, kMinusTwo);
        append(bytes, kScales(scales, minima));
        if (hasFifthBit) {
            Bytes high(32);
            for (std::size_t i = 0; i < 256; ++i)
                high[i % 32] |= bit(q[i], 4, static_cast<int>(i / 32));
            append(bytes, high);
        }
        append(bytes, kNibbles(q));
        const std::vector<float> values = decode(hasFifthBit ? "Q5_K" : "Q4_K", bytes);
        QCOMPARE(values.size(), std::size_t { 256 });
        for (std::size_t i = 0; i < 256; ++i)
            QCOMPARE(values[i],
                0.5F * static_cast<float>(scales[i / 32] * q[i]) + 2.0F * static_cast<float>(minima[i / 32]));
    }
}

void GgufBlocks::groupsOf16()
{
    const std::vector<int> q = integers(256, 63);
    Bytes bytes(192);
    for (std::size_t i = 0; i < 256; ++i) {
        const std::size_t half = i / 128;
        const std::size_t quarter = i % 128 / 32;
        const std::size_t column = i % 32;
        bytes[half * 64 + quarter % 2 * 32 + column]
            |= static_cast<std::uint8_t>((q[i] & 15) << (quarter / 2 * 4));
        bytes[128 + half * 32 + column] |= static_cast<std::uint8_t>(q[i] >> 4 << (2 * quarter));
    }
    for (int group = 0; group < 16; ++group)
        bytes.push_back(static_cast<std::uint8_t>(group * 16 - 128));
    put16(bytes, kHalf);
    const std::vector<float> values = decode("Q6_K", bytes);
    for (std::size_t i = 0; i < 256; ++i)
        QCOMPARE(values[i], 0.5F * static_cast<float>((static_cast<int>(i / 16) * 16 - 128) * (q[i] - 32)));
}

void GgufBlocks::severalBlocksFollowEachOther()
{
    Bytes bytes;
    for (const std::uint16_t scale : { kHalf, kMinusTwo }) {
        put16(bytes, scale);
        bytes.insert(bytes.end(), 32, 3);
    }
    const std::vector<float> values = decode("Q8_0", bytes);
    QCOMPARE(values.size(), std::size_t { 64 });
    QCOMPARE(values[31], 1.5F);
    QCOMPARE(values[32], -6.0F);
}

void GgufBlocks::otherFormatsAreUnknown()
{
    for (const std::uint32_t type : { 4U, 5U, 9U, 10U, 11U, 15U, 16U, 29U, 31U, ~0U })
        QVERIFY(!ggufFormat(type));
}

MORU_TEST(GgufBlocks)
#include "gguf_dequantize_test.moc"
