#include "engine/kernels/scalar/cached_rows.h"
#include "tests/kernels/attention_scene.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

class CacheWriteKernel final : public QObject {
    Q_OBJECT
private slots:
    void everyInstructionSetWritesTheSameBits_data() { moru::test::addIsaRows(); }
    void everyInstructionSetWritesTheSameBits();
    void whatIsReadIsWhatWasWritten();
    void whatAllKeysHaveInCommonIsTakenOff_data() { moru::test::addIsaRows(); }
    void whatAllKeysHaveInCommonIsTakenOff();
    void aLargeElementDoesNotCoarsenTheOthers();
    void otherPositionsStayAsTheyAre();
    void smallAndStrangeNumbers_data() { moru::test::addIsaRows(); }
    void smallAndStrangeNumbers();
};

using namespace moru;
using namespace moru::kernels;
using moru::test::CacheMemory;
using moru::test::kKvFormats;
using moru::test::Random;

namespace {

struct Rows {
    std::int64_t tokens, headDim, firstPosition;
    std::vector<float> keys {}, values {};
    std::vector<float> keyOffset {};

    [[nodiscard]] std::int64_t stride() const { return headDim + 5; }
    void fill(std::uint32_t seed)
    {
        Random random(seed);
        keys = random.floats(tokens * stride(), -8, 8);
        values = random.floats(tokens * stride(), -2, 2);
    }
    void write(const KernelTable& table, const CacheMemory& memory) const
    {
        std::vector<float> scratch(static_cast<std::size_t>(memory.head().layout.valueStride), -77);
        table.cacheWrite({ .key = keys.data(),
            .keyStride = stride(),
            .value = values.data(),
            .valueStride = stride(),
            .tokens = tokens,
            .firstPosition = firstPosition,
            .keyOffset = keyOffset.empty() ? nullptr : keyOffset.data(),
            .scratch = scratch.data(),
            .cache = memory.head() });
    }
};

/// A row's numbers may be off by half a step of the format. Turning INT8's back adds up as many of those as
/// its rotation has elements, over the root of their number.
double worstError(const KvBlockLayout& layout, const float* row)
{
    std::vector<float> kept(row, row + layout.headDim);
    scalar::rotateRow(layout, kept.data());
    double largest = 0;
    for (const float number : kept)
        largest = std::max(largest, std::abs(static_cast<double>(number)));
    if (layout.format == KvFormat::Int8)
        return largest / 127 * 0.5001 * std::sqrt(static_cast<double>(layout.rotation));
    return layout.format == KvFormat::Bfloat16 ? largest * 0x1p-8 : 0;
}

/// A position's key and value as they were before the rotation.
std::vector<float> keyOf(const KvHead& head, std::int64_t position)
{
    std::vector<float> key(static_cast<std::size_t>(head.layout.headDim));
    scalar::readKey(head, position, key.data());
    scalar::rotateRow(head.layout, key.data());
    return key;
}

std::vector<float> valueOf(const KvHead& head, std::int64_t position)
{
    std::vector<float> value(static_cast<std::size_t>(head.layout.headDim));
    scalar::readValue(head, position, value.data());
    scalar::rotateRow(head.layout, value.data());
    return value;
}

void compareRow(const KvBlockLayout& layout, const std::vector<float>& read, const float* written)
{
    MORU_WITHIN(read, std::vector<float>(written, written + layout.headDim),
        std::vector<double>(read.size(), worstError(layout, written)));
}

} // namespace

void CacheWriteKernel::everyInstructionSetWritesTheSameBits()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t headDim : { 1, 5, 16, 31, 64, 80, 128, 256 }) {
            for (const std::int64_t tokens : { 1, 3, 64, 70 }) {
                Rows rows { .tokens = tokens, .headDim = headDim, .firstPosition = 125 };
                rows.fill(static_cast<std::uint32_t>(headDim + tokens));
                const CacheMemory expected(format, headDim, 2);
                const CacheMemory actual(format, headDim, 2);
                rows.write(test::table(Isa::Scalar), expected);
                rows.write(fast, actual);
                for (std::int64_t t = 0; t < tokens; ++t) {
                    std::vector<float> a(static_cast<std::size_t>(headDim));
                    std::vector<float> b = a;
                    scalar::readKey(expected.head(), 125 + t, a.data());
                    scalar::readKey(actual.head(), 125 + t, b.data());
                    QCOMPARE(a, b);
                    scalar::readValue(expected.head(), 125 + t, a.data());
                    scalar::readValue(actual.head(), 125 + t, b.data());
                    QCOMPARE(a, b);
                }
            }
        }
    }
}

void CacheWriteKernel::whatIsReadIsWhatWasWritten()
{
    for (const KvFormat format : kKvFormats) {
        Rows rows { .tokens = 100, .headDim = 80, .firstPosition = 1000 };
        rows.fill(7);
        const CacheMemory memory(format, 80, 2);
        rows.write(test::table(Isa::Scalar), memory);
        const KvHead head = memory.head();
        for (std::int64_t t = 0; t < rows.tokens; ++t) {
            compareRow(head.layout, keyOf(head, 1000 + t), rows.keys.data() + t * rows.stride());
            compareRow(head.layout, valueOf(head, 1000 + t), rows.values.data() + t * rows.stride());
        }
    }
}

void CacheWriteKernel::whatAllKeysHaveInCommonIsTakenOff()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t headDim : { 5, 64, 80 }) {
            Rows rows { .tokens = 3, .headDim = headDim, .firstPosition = 62 };
            rows.fill(11);
            rows.keyOffset = Random(12).floats(headDim, -100, 100);
            Rows less = rows;
            less.keyOffset.clear();
            for (std::int64_t t = 0; t < rows.tokens; ++t) {
                for (std::int64_t d = 0; d < headDim; ++d)
                    less.keys[static_cast<std::size_t>(t * rows.stride() + d)]
                        -= rows.keyOffset[static_cast<std::size_t>(d)];
            }
            const CacheMemory expected(format, headDim, 2);
            const CacheMemory actual(format, headDim, 2);
            less.write(test::table(Isa::Scalar), expected);
            rows.write(fast, actual);
            for (std::int64_t position = 62; position < 65; ++position) {
                QCOMPARE(keyOf(actual.head(), position), keyOf(expected.head(), position));
                QCOMPARE(valueOf(actual.head(), position), valueOf(expected.head(), position));
            }
        }
    }
}

void CacheWriteKernel::aLargeElementDoesNotCoarsenTheOthers()
{
    Rows rows { .tokens = 1, .headDim = 128, .firstPosition = 0 };
    rows.fill(13);
    rows.keys[77] = 400; // 50 times the others: a step of 3 for them, if nothing spread it
    const CacheMemory memory(KvFormat::Int8, 128, 1);
    rows.write(test::table(Isa::Scalar), memory);
    const std::vector<float> read = keyOf(memory.head(), 0);
    double squares = 0;
    for (std::size_t d = 0; d < 128; ++d)
        squares += std::pow(static_cast<double>(read[d] - rows.keys[d]), 2);
    QVERIFY2(std::sqrt(squares / 128) < 0.2, qPrintable(QString::number(std::sqrt(squares / 128))));
}

void CacheWriteKernel::otherPositionsStayAsTheyAre()
{
    std::vector<Isa> sets = test::fasterIsas();
    sets.push_back(Isa::Scalar);
    for (const Isa isa : sets) {
        for (const KvFormat format : kKvFormats) {
            Rows first { .tokens = 128, .headDim = 31, .firstPosition = 0 };
            first.fill(1);
            const CacheMemory memory(format, 31, 2);
            first.write(test::table(isa), memory);
            std::vector<std::vector<float>> before(128, std::vector<float>(31));
            for (std::int64_t p = 0; p < 128; ++p)
                scalar::readKey(memory.head(), p, before[static_cast<std::size_t>(p)].data());
            Rows one { .tokens = 1, .headDim = 31, .firstPosition = 128 + 70 }; // entry 6 of the second block
            one.fill(2);
            one.write(test::table(isa), memory);
            std::vector<float> row(31);
            for (std::int64_t p = 0; p < 128; ++p) {
                scalar::readKey(memory.head(), p, row.data());
                QCOMPARE(row == before[static_cast<std::size_t>(p)], p != 70);
            }
        }
    }
}

void CacheWriteKernel::smallAndStrangeNumbers()
{
    MORU_KERNELS(fast);
    const float inf = std::numeric_limits<float>::infinity();
    const float nan = std::bit_cast<float>(0x7F800001U); // its upper half alone would be infinity
    for (const std::vector<float>& numbers : { std::vector<float> { 0, 0, -0.0F, 0 },
             { 1e-38F, -1e-42F, 0, 3e-39F }, { 3.38e38F, -3.38e38F, 1, 0 }, { 8e37F, -8e37F, 1, 0 },
             { 1e-30F, 9e-31F, 0, 0 }, { inf, 1, -inf, 0 }, { nan, 1, 2, 3 } }) {
        for (const KvFormat format : { KvFormat::Float32, KvFormat::Bfloat16, KvFormat::Int8 }) {
            // Sums of as many as the rotation has elements must be numbers too.
            const float most
                = std::numeric_limits<float>::max() / static_cast<float>(kvBlockLayout(format, 4).rotation);
            const bool isFinite = std::ranges::all_of(numbers, [&](float x) { return std::abs(x) <= most; });
            Rows rows { .tokens = 1, .headDim = 4, .firstPosition = 0, .keys = numbers, .values = numbers };
            rows.keys.resize(9);
            rows.values.resize(9);
            const CacheMemory expected(format, 4, 1);
            const CacheMemory actual(format, 4, 1);
            rows.write(test::table(Isa::Scalar), expected);
            rows.write(fast, actual);
            std::vector<float> a(4);
            std::vector<float> b(4);
            scalar::readKey(expected.head(), 0, a.data());
            scalar::readKey(actual.head(), 0, b.data());
            MORU_WITHIN(b, a, std::vector<double>(4, 0));
            if (format == KvFormat::Int8) // has no integers for these: their scale tells
                QCOMPARE(std::ranges::all_of(b, [](float x) { return std::isnan(x); }), !isFinite);
            if (isFinite && !(format == KvFormat::Int8 && std::abs(numbers[0]) < 2e-30F)) // too small: zeros
                compareRow(actual.head().layout, keyOf(actual.head(), 0), numbers.data());
            scalar::readValue(actual.head(), 0, b.data());
            MORU_WITHIN(b, a, std::vector<double>(4, 0));
            // The same bits, even of what is no number.
            for (std::int64_t d = 0; format == KvFormat::Int8 && d < 4; ++d) {
                QCOMPARE(scalar::blockOf(actual.head(), 0)[d * kBlockPositions],
                    scalar::blockOf(expected.head(), 0)[d * kBlockPositions]);
            }
        }
    }
}

MORU_TEST(CacheWriteKernel)
#include "cache_write_test.moc"
