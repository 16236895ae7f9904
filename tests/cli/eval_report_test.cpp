#include "app/cli/eval_report.h"

#include "tests/support/test_main.h"

#include <cmath>

using namespace moru::cli;

class CliEvalReport final : public QObject {
    Q_OBJECT
private slots:
    void layersAddWhatTheirSquaresGrowBy()
    {
        const std::vector<double> added = errorsAdded({ 0.3, 0.5, 0.5, 0.1 });
        QCOMPARE(added.size(), std::size_t(4));
        QVERIFY(std::abs(added[0] - 0.3) < 1e-12);
        QVERIFY(std::abs(added[1] - 0.4) < 1e-12);
        QCOMPARE(added[2], 0.0);
        QCOMPARE(added[3], 0.0); // what shrinks adds nothing
    }
};

MORU_TEST(CliEvalReport)
#include "eval_report_test.moc"
