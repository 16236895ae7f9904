#include "app/program/event_loop_watch.h"
#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QSemaphore>

using namespace moru;
using namespace std::chrono_literals;

class LoopWatch : public QObject {
    Q_OBJECT
private slots:
    void aStallIsNoticedWhileItLasts()
    {
        QObject loop;
        QSemaphore noticed;
        const EventLoopWatch watch(loop, 20ms, [&] { noticed.release(); });
        // This thread stands still until the watch has seen it.
        QVERIFY(noticed.tryAcquire(1, 20'000));
    }

    void itEndsWhileTheLoopStands()
    {
        QObject loop;
        QSemaphore noticed;
        {
            const EventLoopWatch watch(loop, 20ms, [&] { noticed.release(); });
            QVERIFY(noticed.tryAcquire(1, 20'000));
        }
        QCoreApplication::processEvents(); // its last question finds nobody
    }
};
MORU_TEST(LoopWatch)

#include "event_loop_watch.moc"
