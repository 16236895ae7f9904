#include "app/cli/arguments.h"

#include "tests/support/test_main.h"

#include <clocale>

using namespace moru::cli;

namespace {

constexpr Option kOptions[] = {
    { .name = "loud", .aliases = "-l", .help = "" },
    { .name = "text", .kind = OptionKind::Text, .value = "T", .fallback = "none", .help = "" },
    { .name = "mode", .kind = OptionKind::Text, .value = "M", .help = "", .choices = "on off" },
    { .name = "stop", .kind = OptionKind::TextList, .value = "T", .help = "" },
    { .name = "count",
        .aliases = "-n --number",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallback = "5",
        .help = "",
        .minimum = 0,
        .maximum = 10 },
    { .name = "sizes",
        .kind = OptionKind::IntegerList,
        .value = "N,N",
        .fallback = "1",
        .help = "",
        .minimum = 0 },
    { .name = "ratio", .kind = OptionKind::Number, .value = "X", .help = "", .minimum = -1, .maximum = 1 },
};

std::expected<Arguments, std::string> parse(std::vector<std::string> words)
{
    static constexpr OptionTable tables[] = { OptionTable(kOptions) };
    return Arguments::parse(words, tables);
}

} // namespace

class CliArguments : public QObject {
    Q_OBJECT
private slots:
    void defaultsComeFromTheTable()
    {
        const auto arguments = parse({});
        QVERIFY(arguments);
        QCOMPARE(arguments->integer("count").value(), 5);
        QCOMPARE(arguments->text("text").value(), std::string("none"));
        QVERIFY(!arguments->has("count"));
        QVERIFY(!arguments->number("ratio"));
        QVERIFY(!arguments->flag("loud"));
    }

    void valuesFollowTheOptionOrAnEqualsSign()
    {
        const auto arguments = parse({ "MODEL", "--count", "7", "--text=a=b", "-l", "more" });
        QVERIFY(arguments);
        QCOMPARE(arguments->integer("count").value(), 7);
        QCOMPARE(arguments->text("text").value(), std::string("a=b"));
        QVERIFY(arguments->flag("loud"));
        QCOMPARE(arguments->operands(), (std::vector<std::string> { "MODEL", "more" }));
    }

    void everySpellingOfAnOptionIsTheSameOption()
    {
        for (const std::string spelling : { "-n", "--number", "--count" }) {
            const auto arguments = parse({ spelling, "3" });
            QVERIFY(arguments);
            QCOMPARE(arguments->integer("count").value(), 3);
        }
    }

    void lastOfRepeatedOptionsCountsAndListsCollect()
    {
        const auto arguments = parse({ "--count", "1", "--count", "2", "--stop", "a", "--stop", "b" });
        QVERIFY(arguments);
        QCOMPARE(arguments->integer("count").value(), 2);
        QCOMPARE(arguments->texts("stop"), (std::vector<std::string> { "a", "b" }));
    }

    void negativeNumbersAndDashesCanBeValues()
    {
        const auto arguments = parse({ "--ratio", "-0.5", "--text", "-", "--stop", "--loud" });
        QVERIFY(arguments);
        QCOMPARE(arguments->number("ratio").value(), -0.5);
        QCOMPARE(arguments->text("text").value(), std::string("-"));
        QCOMPARE(arguments->texts("stop").front(), std::string("--loud"));
        QVERIFY(!arguments->flag("loud"));
    }

    void wordsAfterTwoDashesAreOperands()
    {
        const auto arguments = parse({ "--", "--loud", "-" });
        QVERIFY(arguments);
        QCOMPARE(arguments->operands(), (std::vector<std::string> { "--loud", "-" }));
    }

    void listsOfNumbersAreRead()
    {
        const auto arguments = parse({ "--sizes", "1,2,4" });
        QVERIFY(arguments);
        QCOMPARE(arguments->integers("sizes"), (std::vector<long long> { 1, 2, 4 }));
    }

    void refusesWhatCannotBeMeant_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("unknown option") << QStringList { "--nothing" };
        QTest::newRow("prefix of an option") << QStringList { "--cou", "3" };
        QTest::newRow("no value") << QStringList { "--count" };
        QTest::newRow("text for a number") << QStringList { "--count", "many" };
        QTest::newRow("number with a tail") << QStringList { "--count", "3x" };
        QTest::newRow("fraction for a whole number") << QStringList { "--count", "3.5" };
        QTest::newRow("above the range") << QStringList { "--count", "11" };
        QTest::newRow("below the range") << QStringList { "--ratio", "-2" };
        QTest::newRow("beyond any integer") << QStringList { "--count", "99999999999999999999" };
        QTest::newRow("not a number") << QStringList { "--ratio", "nan" };
        QTest::newRow("decimal comma") << QStringList { "--ratio", "0,5" };
        QTest::newRow("empty") << QStringList { "--ratio", "" };
        QTest::newRow("list with a gap") << QStringList { "--sizes", "1,,2" };
        QTest::newRow("list with one outside") << QStringList { "--sizes", "1,-2" };
        QTest::newRow("value for a flag") << QStringList { "--loud=yes" };
        QTest::newRow("no such choice") << QStringList { "--mode", "maybe" };
        QTest::newRow("two choices") << QStringList { "--mode", "on off" };
    }
    void refusesWhatCannotBeMeant()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> list;
        for (const QString& word : words)
            list.push_back(word.toStdString());
        const auto arguments = parse(list);
        QVERIFY(!arguments);
        QVERIFY(!arguments.error().empty());
    }
};

MORU_TEST(CliArguments)
#include "arguments_test.moc"
