#include "tests/support/test_main.h"
#include "ui/text/figures.h"

namespace moru {

class Figures : public QObject {
    Q_OBJECT

private slots:
    void onlyTodayIsToldByItsTime()
    {
        const QDateTime now = QDateTime::currentDateTime();
        QCOMPARE(dayText(now), timeText(now));
        for (const int days : { 1, 6 }) {
            const QDateTime then = now.addDays(-days);
            QCOMPARE(dayText(then), figureLocale().dayName(then.date().dayOfWeek(), QLocale::ShortFormat));
        }
        const QDateTime old = now.addDays(-7);
        QCOMPARE(dayText(old), figureLocale().toString(old.date(), QLocale::ShortFormat));
    }
};

MORU_TEST(Figures)

} // namespace moru

#include "figures_test.moc"
