#include "engine/core/aligned_buffer.h"

#include "tests/support/test_main.h"

#include <algorithm>
#include <cstdint>
#include <limits>

class AlignedBufferTest final : public QObject {
    Q_OBJECT
private slots:
    void isZeroedAlignedAndWritable_data();
    void isZeroedAlignedAndWritable();
    void nothingIsAnEmptyBuffer();
    void impossibleSizeIsAnError();
    void movingHandsTheMemoryOver();
};

using moru::AlignedBuffer;

void AlignedBufferTest::isZeroedAlignedAndWritable_data()
{
    QTest::addColumn<qulonglong>("size");
    for (const qulonglong size : { 1ULL, 4095ULL, 4096ULL, 100'000ULL, (2ULL << 20U), (5ULL << 20U) + 3 })
        QTest::addRow("%llu", size) << size;
}

void AlignedBufferTest::isZeroedAlignedAndWritable()
{
    QFETCH(const qulonglong, size);
    const auto buffer = AlignedBuffer::allocate(size, "a test");
    QVERIFY(buffer.has_value());
    QCOMPARE(buffer->sizeBytes(), size);
    const std::uintptr_t alignment = size >= (2U << 20U) ? (2U << 20U) : 4096U;
    QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer->data()) % alignment, 0U);
    const auto bytes = buffer->as<unsigned char>();
    QVERIFY(std::ranges::all_of(bytes, [](unsigned char byte) { return byte == 0; }));
    std::ranges::fill(bytes, static_cast<unsigned char>(7));
    QCOMPARE(bytes.back(), static_cast<unsigned char>(7));
}

void AlignedBufferTest::nothingIsAnEmptyBuffer()
{
    const auto buffer = AlignedBuffer::allocate(0, "nothing");
    QVERIFY(buffer.has_value());
    QVERIFY(buffer->data() == nullptr);
    QVERIFY(buffer->as<float>().empty());
}

void AlignedBufferTest::impossibleSizeIsAnError()
{
    for (const std::size_t size : { std::numeric_limits<std::size_t>::max(), std::size_t { 1 } << 62U }) {
        const auto buffer = AlignedBuffer::allocate(size, "the impossible");
        QVERIFY(!buffer.has_value());
        QVERIFY(buffer.error().code == moru::ErrorCode::OutOfMemory);
        QVERIFY(buffer.error().message.contains("the impossible"));
    }
}

void AlignedBufferTest::movingHandsTheMemoryOver()
{
    auto first = AlignedBuffer::allocate(100, "the first").value();
    std::byte* const memory = first.data();
    AlignedBuffer second = std::move(first);
    QVERIFY(first.data() == nullptr); // NOLINT: moved from on purpose
    QVERIFY(second.data() == memory);
    auto third = AlignedBuffer::allocate(50, "the third").value();
    third = std::move(second);
    QVERIFY(third.data() == memory);
    QCOMPARE(third.sizeBytes(), std::size_t { 100 });
}

MORU_TEST(AlignedBufferTest)
#include "aligned_buffer_test.moc"
