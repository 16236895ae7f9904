#include "engine/core/aligned_buffer.h"

#include "tests/support/test_main.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <vector>

#include <sys/mman.h>

class AlignedBufferTest final : public QObject {
    Q_OBJECT
private slots:
    void isZeroedAlignedAndWritable_data();
    void isZeroedAlignedAndWritable();
    void nothingIsAnEmptyBuffer();
    void impossibleSizeIsAnError();
    void movingHandsTheMemoryOver();
    void partMadeResidentIs();
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

void AlignedBufferTest::partMadeResidentIs()
{
    constexpr std::size_t kPage = 4096;
    constexpr std::size_t kHugePage = std::size_t { 2 } << 20U;
    const auto buffer = AlignedBuffer::allocate(8 * kHugePage, "a test");
    QVERIFY(buffer.has_value());
    const auto residentPages = [&](std::size_t begin, std::size_t end) {
        std::vector<unsigned char> pages((end - begin) / kPage);
        mincore(buffer->data() + begin, end - begin, pages.data());
        return std::ranges::count_if(pages, [](unsigned char page) { return (page & 1U) != 0; });
    };
    QCOMPARE(residentPages(0, 8 * kHugePage), 0);
    if (madvise(buffer->data(), kPage, MADV_POPULATE_WRITE) != 0 && errno == EINVAL)
        QSKIP("this system gives pages only when they are written");
    // Neither begin nor end is a page's.
    moru::makeResident(std::span(buffer->data() + 2 * kHugePage + 5, kHugePage + 1));
    QCOMPARE(residentPages(2 * kHugePage, 3 * kHugePage + kPage), std::ptrdiff_t(kHugePage / kPage + 1));
    QCOMPARE(residentPages(4 * kHugePage, 8 * kHugePage), 0);
    QVERIFY(std::ranges::all_of(buffer->as<unsigned char>(), [](unsigned char byte) { return byte == 0; }));
    moru::makeResident({}); // nothing
}

MORU_TEST(AlignedBufferTest)
#include "aligned_buffer_test.moc"
