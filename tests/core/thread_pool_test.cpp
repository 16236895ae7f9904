#include "engine/core/thread_pool.h"

#include "tests/support/test_main.h"

#include <QElapsedTimer>

#include <atomic>
#include <chrono>
#include <ctime>
#include <numeric>
#include <thread>
#include <vector>

class ThreadPoolTest final : public QObject {
    Q_OBJECT
private slots:
    void runsTheJobOnceOnEachWorker_data();
    void runsTheJobOnceOnEachWorker();
    void callerIsWorkerZero();
    void fewerThanOneThreadIsOne();
    void runReturnsWhenAllHaveFinished();
    void barrierSeparatesWhatIsBeforeFromWhatIsAfter();
    void barrierTellsHowLongItWaited();
    void severalPoolsWorkSideBySide();
    void moreThreadsThanCoresEndInBoundedTime();
    void manyShortJobsLoseNone();
    void fewerWorkersRunOnlyThose();
    void waitingThreadsSleep();
};

using moru::ThreadPool;

void ThreadPoolTest::runsTheJobOnceOnEachWorker_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : { 1, 2, 3, 7 })
        QTest::addRow("%d", threads) << threads;
}

void ThreadPoolTest::runsTheJobOnceOnEachWorker()
{
    QFETCH(const int, threads);
    ThreadPool pool(threads);
    QCOMPARE(pool.threadCount(), threads);
    std::vector<int> calls(static_cast<std::size_t>(threads)); // plain ints: run() must order them for us
    for (int round = 0; round < 100; ++round)
        pool.run([&](int worker) { ++calls[static_cast<std::size_t>(worker)]; });
    QCOMPARE(calls, std::vector<int>(static_cast<std::size_t>(threads), 100));
}

void ThreadPoolTest::callerIsWorkerZero()
{
    ThreadPool pool(2);
    std::vector<std::thread::id> ids(2);
    pool.run([&](int worker) { ids[static_cast<std::size_t>(worker)] = std::this_thread::get_id(); });
    QCOMPARE(ids[0], std::this_thread::get_id());
    QVERIFY(ids[1] != ids[0]);
}

void ThreadPoolTest::fewerThanOneThreadIsOne()
{
    ThreadPool pool(-3);
    QCOMPARE(pool.threadCount(), 1);
    int calls = 0;
    pool.run([&](int worker) {
        calls += 1 + worker;
        QCOMPARE(pool.barrier(worker), 0);
    });
    QCOMPARE(calls, 1);
}

void ThreadPoolTest::runReturnsWhenAllHaveFinished()
{
    ThreadPool pool(3);
    std::atomic<int> finished { 0 };
    for (int round = 1; round <= 200; ++round) {
        pool.run([&](int worker) {
            volatile int work = 0;
            for (int i = 0; i < worker * 2000; ++i) // unequal, so that the caller is done first
                work = work + i;
            ++finished;
        });
        QCOMPARE(finished.load(), 3 * round);
    }
}

void ThreadPoolTest::barrierSeparatesWhatIsBeforeFromWhatIsAfter()
{
    constexpr int kThreads = 4;
    constexpr int kRounds = 500;
    ThreadPool pool(kThreads);
    std::vector<int> written(kThreads, -1);
    std::atomic<int> wrong { 0 };
    pool.run([&](int worker) {
        for (int round = 0; round < kRounds; ++round) {
            written[static_cast<std::size_t>(worker)] = round;
            pool.barrier(worker);
            for (const int value : written)
                wrong += value != round;
            pool.barrier(worker); // nobody writes the next round while another still reads this one
        }
    });
    QCOMPARE(wrong.load(), 0);
}

void ThreadPoolTest::barrierTellsHowLongItWaited()
{
    ThreadPool pool(2);
    std::atomic<bool> other { false };
    std::int64_t waited = 0;
    pool.run([&](int worker) {
        if (worker == 0) {
            other = true;
            waited = pool.barrier(worker);
            return;
        }
        while (!other)
            std::this_thread::yield();
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
        while (std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        pool.barrier(worker);
    });
    QVERIFY2(waited > 1'000'000, qPrintable(QString::number(waited)));
}

void ThreadPoolTest::severalPoolsWorkSideBySide()
{
    std::atomic<int> calls { 0 };
    const auto use = [&calls] {
        ThreadPool pool(2);
        for (int round = 0; round < 100; ++round) {
            pool.run([&](int worker) {
                ++calls;
                pool.barrier(worker);
                ++calls;
            });
        }
    };
    std::thread first(use);
    std::thread second(use);
    use();
    first.join();
    second.join();
    QCOMPARE(calls.load(), 3 * 100 * 2 * 2);
}

void ThreadPoolTest::moreThreadsThanCoresEndInBoundedTime()
{
    // Spinning without end would take a scheduler's time slice, some milliseconds, for each barrier and
    // thread.
    ThreadPool pool(4 * moru::allowedThreadCount() + 3);
    QElapsedTimer timer;
    timer.start();
    std::atomic<int> met { 0 };
    pool.run([&](int worker) {
        for (int round = 0; round < 200; ++round)
            pool.barrier(worker);
        ++met;
    });
    QCOMPARE(met.load(), pool.threadCount());
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
}

void ThreadPoolTest::manyShortJobsLoseNone()
{
    ThreadPool pool(2);
    std::int64_t sums[2] = {};
    for (std::int64_t i = 0; i < 20'000; ++i)
        pool.run([&](int worker) { sums[worker] += i; });
    QCOMPARE(sums[0], 20'000LL * 19'999 / 2);
    QCOMPARE(sums[1], sums[0]);
}

void ThreadPoolTest::fewerWorkersRunOnlyThose()
{
    ThreadPool pool(4);
    std::vector<int> calls(4);
    for (int round = 0; round < 300; ++round) {
        const int workers = 1 + round % 4;
        pool.run(workers, [&](int worker) {
            ++calls[static_cast<std::size_t>(worker)];
            pool.barrier(worker);
        });
    }
    QCOMPARE(calls, std::vector<int>({ 300, 225, 150, 75 }));
}

/// Who waits long uses no processor: what both have used is little more than the time that one was busy.
void ThreadPoolTest::waitingThreadsSleep()
{
    constexpr std::chrono::milliseconds kBusyTime { 50 };
    const auto usedMs = [] { return 1000.0 * double(std::clock()) / CLOCKS_PER_SEC; };
    ThreadPool pool(2);
    pool.run([](int) { });
    const double before = usedMs();
    pool.run([&](int worker) {
        const auto end = std::chrono::steady_clock::now() + kBusyTime;
        while (worker == 0 && std::chrono::steady_clock::now() < end) { }
        pool.barrier(worker);
    });
    QVERIFY2(
        usedMs() - before < 1.6 * double(kBusyTime.count()), qPrintable(QString::number(usedMs() - before)));
}

MORU_TEST(ThreadPoolTest)
#include "thread_pool_test.moc"
