#include "engine/program/recipe.h"
#include "tests/program/program_maker.h"
#include "tests/support/test_main.h"

#include <map>

namespace moru {

namespace {

using test::graphOf;
using test::programOf;

struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

bool overlap(const Operand& a, const Operand& b)
{
    return a.isInHead == b.isInHead && a.isPrivate == b.isPrivate && a.column < b.column + b.stride
        && b.column < a.column + a.stride;
}

/// Which span between barriers each step runs in.
std::vector<int> spansOf(const Program& program)
{
    std::vector<int> spans;
    int span = 0;
    for (const Step& step : program.steps) {
        spans.push_back(span);
        span += step.barriers.fewRowsByHeads ? 1 : 0;
    }
    return spans;
}

/// A write that lands on something that is still to be read, or read at the same time by a faster or slower
/// worker.
QString firstClash(const Program& program)
{
    const std::vector<int> spans = spansOf(program);
    for (std::size_t writer = 0; writer < program.steps.size(); ++writer) {
        for (const Operand& written : program.steps[writer].outputs) {
            // What else is read or written in the same span must lie elsewhere, unless it is the value
            // itself.
            for (std::size_t other = 0; other < program.steps.size(); ++other) {
                if (spans[other] != spans[writer] || other == writer)
                    continue;
                for (const auto* list : { &program.steps[other].inputs, &program.steps[other].outputs }) {
                    for (const Operand& operand : *list) {
                        const bool isSame = operand.column == written.column
                            && operand.stride == written.stride && operand.isPrivate == written.isPrivate;
                        if (!isSame && overlap(operand, written))
                            return QString::fromStdString(
                                program.steps[writer].name + " / " + program.steps[other].name);
                    }
                }
            }
            for (const Operand& input : program.steps[writer].inputs) {
                if (overlap(input, written))
                    return QString::fromStdString(program.steps[writer].name + " overwrites its input");
            }
        }
    }
    return {};
}

/// Replays the program on columns: every read must find the value that its step expects, i.e. the last writer
/// of those columns is the last step that wrote this very buffer.
QString firstLostValue(const Program& program)
{
    using Place = std::tuple<bool, bool, std::int64_t>; // in the head, private, column
    std::map<Place, std::pair<std::int64_t, std::size_t>> owner; // → stride, writer
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        const Step& step = program.steps[i];
        for (const Operand& input : step.inputs) {
            const auto first = owner.find({ input.isInHead, input.isPrivate, input.column });
            if (first == owner.end() || first->second.first != input.stride)
                return QString::fromStdString(step.name + " reads what nobody wrote");
            for (std::int64_t column = input.column; column < input.column + input.stride; ++column) {
                if (owner[{ input.isInHead, input.isPrivate, column }].second != first->second.second)
                    return QString::fromStdString(step.name + " reads what was overwritten");
            }
        }
        for (const Operand& output : step.outputs) {
            for (std::int64_t column = output.column; column < output.column + output.stride; ++column)
                owner[{ output.isInHead, output.isPrivate, column }] = { output.stride, i };
        }
    }
    return {};
}

} // namespace

class BufferPlanning final : public QObject {
    Q_OBJECT
private slots:
    void families_data()
    {
        QTest::addColumn<QString>("family");
        for (const std::string& family : test::TinyModel::families())
            QTest::newRow(family.c_str()) << QString::fromStdString(family);
    }

    void nothingIsOverwrittenWhileItIsNeeded_data() { families_data(); }
    void nothingIsOverwrittenWhileItIsNeeded()
    {
        QFETCH(QString, family);
        for (const Precision precision : { Precision::Exact, Precision::Int8 }) {
            const Program program = programOf(graphOf(family.toStdString()), {}, precision);
            QCOMPARE(firstClash(program), QString());
            QCOMPARE(firstLostValue(program), QString());
        }
    }

    void buffersAreReused_data() { families_data(); }
    void buffersAreReused()
    {
        QFETCH(QString, family);
        const Graph graph = graphOf(family.toStdString());
        std::int64_t all = 0;
        for (const std::int64_t width : graph.widths)
            all += width;
        QVERIFY(programOf(graph).body.total() * 3 < all);
    }

    void observedValuesSurviveThePass()
    {
        const Graph graph = graphOf("gemma3");
        CompileOptions options;
        for (const Operation& operation : graph.operations) {
            if (operation.outputs.size() == 1)
                options.observed.emplace_back(operation.name, operation.outputs[0]);
        }
        const Program program = programOf(graph, options);
        for (const ObservedValue& a : program.observed) {
            for (const ObservedValue& b : program.observed)
                QVERIFY2(&a == &b || !overlap(a.operand, b.operand), (a.name + " / " + b.name).c_str());
        }
    }
};

MORU_TEST(BufferPlanning)

} // namespace moru

#include "buffer_plan_test.moc"
