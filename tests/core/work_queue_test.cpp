#include "engine/core/work_queue.h"

#include "engine/core/thread_pool.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <atomic>
#include <vector>

class WorkQueueTest final : public QObject {
    Q_OBJECT
private slots:
    void ownPiecesComeFirstAndInOrder();
    void whoHasFinishedTakesFromTheBackOfOthers();
    void runsBecomeShorterTowardsTheEnd();
    void oneOfAnothersRunIsTakenAtATime();
    void workOfAWorkerWhoHasNotComeStaysItsOwn();
    void everyPieceIsTakenOnce_data();
    void everyPieceIsTakenOnce();
};

using moru::ThreadPool;
using moru::WorkQueue;

namespace {

bool isNone(WorkQueue::Pieces pieces)
{
    return pieces.begin >= pieces.end;
}

} // namespace

void WorkQueueTest::ownPiecesComeFirstAndInOrder()
{
    WorkQueue queue(2);
    queue.give(0, 5, 8);
    queue.give(1, 8, 9);
    QCOMPARE(queue.take(0, 2, {}).begin, 5);
    QCOMPARE(queue.take(0, 2, {}).begin, 6);
    QCOMPARE(queue.take(0, 2, {}).begin, 7);
}

void WorkQueueTest::whoHasFinishedTakesFromTheBackOfOthers()
{
    WorkQueue queue(2);
    queue.give(0, 0, 0);
    queue.give(1, 0, 3);
    QCOMPARE(queue.take(0, 2, {}).begin, 2);
    QCOMPARE(queue.take(1, 2, {}).begin, 0);
    QCOMPARE(queue.take(0, 2, {}).begin, 1);
    QVERIFY(isNone(queue.take(0, 2, {})));
    QVERIFY(isNone(queue.take(1, 2, {})));
}

void WorkQueueTest::runsBecomeShorterTowardsTheEnd()
{
    WorkQueue queue(2);
    queue.give(0, 0, 90);
    queue.give(1, 90, 90);
    constexpr WorkQueue::Grain kGrain { 4, 16 };
    std::vector<std::int64_t> counts;
    for (auto pieces = queue.take(0, 2, kGrain); !isNone(pieces); pieces = queue.take(0, 2, kGrain))
        counts.push_back(pieces.end - pieces.begin);
    // A quarter of 90, 74, 58, 46, 38, 30, 26, 22 and 18, then four while eight are left.
    const std::vector<std::int64_t> wanted { 16, 16, 12, 8, 8, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1 };
    QCOMPARE(counts, wanted);
}

void WorkQueueTest::oneOfAnothersRunIsTakenAtATime()
{
    WorkQueue queue(2);
    queue.give(0, 0, 90);
    const WorkQueue::Pieces pieces = queue.take(1, 2, { 4, 16 });
    QCOMPARE(pieces.begin, 89);
    QCOMPARE(pieces.end, 90);
}

void WorkQueueTest::workOfAWorkerWhoHasNotComeStaysItsOwn()
{
    WorkQueue queue(2);
    queue.give(0, 0, 1);
    QCOMPARE(queue.take(0, 2, {}).begin, 0);
    QVERIFY(isNone(queue.take(0, 2, {})));
    queue.give(1, 1, 2);
    QCOMPARE(queue.take(1, 2, {}).begin, 1);
}

void WorkQueueTest::everyPieceIsTakenOnce_data()
{
    QTest::addColumn<int>("workers");
    QTest::addColumn<int>("share"); // percent of the pieces that worker 0 is given
    QTest::addColumn<int>("multiple");
    for (const int workers : { 1, 2, 3, 8 }) {
        for (const int share : { 0, 50, 100 }) {
            for (const int multiple : { 1, 4 })
                QTest::addRow("%d workers, %d percent, in multiples of %d", workers, share, multiple)
                    << workers << share << multiple;
        }
    }
}

void WorkQueueTest::everyPieceIsTakenOnce()
{
    QFETCH(const int, workers);
    QFETCH(const int, share);
    QFETCH(const int, multiple);
    constexpr int kPieces = 100;
    ThreadPool pool(workers);
    WorkQueue queue(workers);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::atomic<int>> taken(kPieces);
        const int others = workers - 1;
        const int first = others == 0 ? kPieces : kPieces * share / 100;
        pool.run([&](int worker) {
            const auto startOf
                = [&](int w) { return first + (kPieces - first) * (w - 1) / std::max(1, others); };
            queue.give(worker, worker == 0 ? 0 : startOf(worker), worker == 0 ? first : startOf(worker + 1));
            const auto take = [&] { return queue.take(worker, workers, { multiple, 4 * multiple }); };
            for (auto pieces = take(); !isNone(pieces); pieces = take()) {
                for (; pieces.begin < pieces.end; ++pieces.begin)
                    ++taken[std::size_t(pieces.begin)];
            }
        });
        for (const std::atomic<int>& count : taken)
            QCOMPARE(count.load(), 1);
    }
}

MORU_TEST(WorkQueueTest)

#include "work_queue_test.moc"
