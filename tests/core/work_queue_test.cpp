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
    void workOfAWorkerWhoHasNotComeStaysItsOwn();
    void everyPieceIsTakenOnce_data();
    void everyPieceIsTakenOnce();
};

using moru::ThreadPool;
using moru::WorkQueue;

void WorkQueueTest::ownPiecesComeFirstAndInOrder()
{
    WorkQueue queue(2);
    queue.give(0, 5, 8);
    queue.give(1, 8, 9);
    QCOMPARE(queue.take(0, 2), 5);
    QCOMPARE(queue.take(0, 2), 6);
    QCOMPARE(queue.take(0, 2), 7);
}

void WorkQueueTest::whoHasFinishedTakesFromTheBackOfOthers()
{
    WorkQueue queue(2);
    queue.give(0, 0, 0);
    queue.give(1, 0, 3);
    QCOMPARE(queue.take(0, 2), 2);
    QCOMPARE(queue.take(1, 2), 0);
    QCOMPARE(queue.take(0, 2), 1);
    QCOMPARE(queue.take(0, 2), -1);
    QCOMPARE(queue.take(1, 2), -1);
}

void WorkQueueTest::workOfAWorkerWhoHasNotComeStaysItsOwn()
{
    WorkQueue queue(2);
    queue.give(0, 0, 1);
    QCOMPARE(queue.take(0, 2), 0);
    QCOMPARE(queue.take(0, 2), -1);
    queue.give(1, 1, 2);
    QCOMPARE(queue.take(1, 2), 1);
}

void WorkQueueTest::everyPieceIsTakenOnce_data()
{
    QTest::addColumn<int>("workers");
    QTest::addColumn<int>("share"); // percent of the pieces that worker 0 is given
    for (const int workers : { 1, 2, 3, 8 }) {
        for (const int share : { 0, 50, 100 })
            QTest::addRow("%d workers, %d percent", workers, share) << workers << share;
    }
}

void WorkQueueTest::everyPieceIsTakenOnce()
{
    QFETCH(const int, workers);
    QFETCH(const int, share);
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
            for (auto piece = queue.take(worker, workers); piece >= 0; piece = queue.take(worker, workers))
                ++taken[std::size_t(piece)];
        });
        for (const std::atomic<int>& count : taken)
            QCOMPARE(count.load(), 1);
    }
}

MORU_TEST(WorkQueueTest)

#include "work_queue_test.moc"
