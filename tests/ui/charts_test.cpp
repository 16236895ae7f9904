#include "tests/support/test_main.h"
#include "ui/charts/pixel_columns.h"
#include "ui/charts/round_limit.h"

namespace moru {

class Charts : public QObject {
    Q_OBJECT

private slots:
    void thinningKeepsEveryDipAndSpike()
    {
        QList<QPointF> points;
        for (int i = 0; i < 4000; ++i)
            points.append(QPointF(i, 30));
        points[1234].setY(5);
        points[3210].setY(90);
        const QList<QPointF> kept = keepExtremes(points, 300);
        QVERIFY(kept.size() <= 600);
        QVERIFY(kept.contains(QPointF(1234, 5)));
        QVERIFY(kept.contains(QPointF(3210, 90)));
        for (qsizetype i = 1; i < kept.size(); ++i)
            QVERIFY(kept[i - 1].x() < kept[i].x());
    }

    void fewPointsStayAsTheyAre()
    {
        const QList<QPointF> points { { 0, 1 }, { 1, 2 }, { 2, 3 } };
        QCOMPARE(keepExtremes(points, 300), points);
    }

    void axesEndAtRoundNumbers()
    {
        QCOMPARE(roundLimit(31.4), 40.0);
        QCOMPARE(roundLimit(40.0), 40.0);
        QCOMPARE(roundLimit(438), 500.0);
        QCOMPARE(roundLimit(0.07), 0.1);
        QCOMPARE(roundLimit(0), 1.0);
    }
};

MORU_TEST(Charts)

} // namespace moru

#include "charts_test.moc"
