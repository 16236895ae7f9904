#include "engine/program/recipe.h"
#include "tests/program/program_maker.h"
#include "tests/support/test_main.h"

namespace moru {

namespace {

using test::graphOf;
using test::programOf;
using test::wideHeads;

/// How often the workers meet in one layer of a pass.
int barriersInLayer(const Program& program, int layer, bool hasFewRows, int workerCount)
{
    StepContext context;
    context.body.hasFewRows = hasFewRows;
    context.workerCount = workerCount;
    return int(std::ranges::count_if(
        program.steps, [&](const Step& step) { return step.layer == layer && context.meetsAfter(step); }));
}

int layersOf(const Program& program)
{
    int last = 0;
    for (const Step& step : program.steps)
        last = std::max(last, step.layer);
    return last + 1;
}

} // namespace

class BarrierPlacing final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("precision");
        for (const std::string& family : test::TinyModel::families()) {
            const QString name = QString::fromStdString(family);
            QTest::addRow("%s exact", family.c_str()) << name << int(Precision::Exact);
            QTest::addRow("%s int8", family.c_str()) << name << int(Precision::Int8);
        }
    }

    void init()
    {
        QFETCH_GLOBAL(QString, family);
        QFETCH_GLOBAL(int, precision);
        program_ = programOf(graphOf(family.toStdString(), wideHeads), {}, Precision(precision));
    }

    /// Two key/value heads: one and two workers divide them.
    void decodingMeetsFourTimesALayerWhereTheWorkersDivideTheHeads()
    {
        for (int layer = 0; layer < layersOf(program_); ++layer) {
            QCOMPARE(barriersInLayer(program_, layer, true, 1), 4);
            QCOMPARE(barriersInLayer(program_, layer, true, 2), 4);
        }
    }

    void decodingMeetsFiveTimesALayerWhereTheyDoNot()
    {
        for (int layer = 0; layer < layersOf(program_); ++layer) {
            for (const int workers : { 3, 5, 7 })
                QCOMPARE(barriersInLayer(program_, layer, true, workers), 5);
        }
    }

    void aPassOfManyRowsMeetsWhereverOneOfFewRowsDoes()
    {
        for (const Step& step : program_.steps) {
            QVERIFY(step.barriers.manyRows || !step.barriers.fewRowsByHeads);
            QVERIFY(step.barriers.fewRows || !step.barriers.fewRowsByHeads);
        }
    }

    /// One head for all workers: only the projections' other rows can be levelled.
    void oneKeyHeadIsMadeByOneWorker()
    {
        QFETCH_GLOBAL(QString, family);
        QFETCH_GLOBAL(int, precision);
        const Graph graph = graphOf(family.toStdString(), [](nlohmann::json& config) {
            wideHeads(config);
            config["num_key_value_heads"] = 1;
        });
        const Program program = programOf(graph, {}, Precision(precision));
        for (const Step& step : program.steps) {
            if (std::holds_alternative<CacheWriteAttributes>(step.attributes))
                QCOMPARE(step.units, std::int64_t(1));
        }
        const int layer = layersOf(program) - 1; // attention in every family
        QCOMPARE(barriersInLayer(program, layer, true, 2), 5);
    }

private:
    Program program_;
};

MORU_TEST(BarrierPlacing)

/// What `moru-cli program` shows of one layer of each kind, as people read it.
class PrintedProgram final : public QObject {
    Q_OBJECT
private slots:
    void readsLikeThis_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("layer");
        for (const std::string& family : test::TinyModel::families()) {
            QTest::newRow(family.c_str()) << QString::fromStdString(family) << 1;
            if (family == "qwen3_5")
                QTest::newRow("qwen3_5 attention") << QString::fromStdString(family) << 3;
        }
    }
    void readsLikeThis()
    {
        QFETCH(QString, family);
        QFETCH(int, layer);
        const Program program = programOf(graphOf(family.toStdString(), wideHeads), {}, Precision::Int8);
        const QString name
            = QString::fromLatin1(QTest::currentDataTag()).replace(QLatin1Char(' '), QLatin1Char('_'));
        QFile file(QStringLiteral(MORU_SOURCE_DIR "/tests/program/printed/%1.txt").arg(name));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QStringList expected = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
        const QStringList printed
            = QString::fromStdString(printProgram(program, layer)).split(QLatin1Char('\n'));
        for (int line = 0; line < std::min(expected.size(), printed.size()); ++line)
            QCOMPARE(printed[line], expected[line]);
        QCOMPARE(printed.size(), expected.size());
    }
};

MORU_TEST(PrintedProgram)

} // namespace moru

#include "barriers_test.moc"
