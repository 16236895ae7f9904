#include "engine/stop/stop_strings.h"
#include "tests/support/test_main.h"

#include <QObject>

using namespace moru;

class StopStrings : public QObject {
    Q_OBJECT

private slots:
    void areFoundInsideOnePiece();
    void areFoundAcrossPieces();
    void areNeverShownInPart();
    void showWhatDidNotBecomeOne();
    void cutDoesNotDependOnThePieces_data();
    void cutDoesNotDependOnThePieces();
    void theLongestOfThoseThatEndTogetherCounts();
    void theOneThatIsCompleteFirstCounts();
    void ignoreEmptyStrings();
    void nothingFollowsAStop();
    void keepWholeCharacters();
    void doNotReachAcrossAnInterruption();
};

struct Shown {
    QString text;
    bool stopped = false;
};

static Shown run(const std::vector<std::string>& stops, const std::vector<std::string>& pieces)
{
    StopStringMatcher matcher(stops);
    std::string text;
    bool stopped = false;
    for (const std::string& piece : pieces) {
        const auto step = matcher.push(piece);
        text += step.text;
        stopped = step.stopped;
        if (stopped)
            break;
    }
    if (!stopped)
        text += matcher.finish();
    return { QString::fromStdString(text), stopped };
}

static std::vector<std::string> pieces(const std::string& text, std::size_t length)
{
    std::vector<std::string> result;
    for (std::size_t at = 0; at < text.size(); at += length)
        result.push_back(text.substr(at, length));
    return result;
}

void StopStrings::areFoundInsideOnePiece()
{
    const Shown shown = run({ "###" }, { "answer###more" });
    QCOMPARE(shown.text, QString("answer"));
    QVERIFY(shown.stopped);
}

void StopStrings::areFoundAcrossPieces()
{
    const Shown shown = run({ "\nUser:" }, { "Hi", "\nU", "s", "er", ": hm" });
    QCOMPARE(shown.text, QString("Hi"));
    QVERIFY(shown.stopped);
}

void StopStrings::areNeverShownInPart()
{
    const std::vector<std::string> stops { "STOP" };
    StopStringMatcher matcher(stops);
    QCOMPARE(matcher.push("a ST").text, std::string("a "));
    QCOMPARE(matcher.push("O").text, std::string());
    const auto last = matcher.push("P!");
    QCOMPARE(last.text, std::string());
    QVERIFY(last.stopped);
    QCOMPARE(matcher.finish(), std::string());
}

void StopStrings::showWhatDidNotBecomeOne()
{
    const std::vector<std::string> stops { "STOP" };
    StopStringMatcher matcher(stops);
    QCOMPARE(matcher.push("a ST").text, std::string("a "));
    QCOMPARE(matcher.push("AR").text, std::string("STAR"));
    QCOMPARE(matcher.push(" STO").text, std::string(" "));
    QCOMPARE(matcher.finish(), std::string("STO"));
}

void StopStrings::cutDoesNotDependOnThePieces_data()
{
    QTest::addColumn<QString>("stops");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("overlapping itself") << "aab" << "aaaab c" << "aa";
    QTest::newRow("border inside") << "abac" << "ababac" << "ab";
    QTest::newRow("two, one inside the other") << "abcd|bc" << "xabcd" << "xa";
    QTest::newRow("none") << "zzz" << "zz top zz" << "zz top zz";
    QTest::newRow("at the very start") << "go" << "going" << "";
    QTest::newRow("korean") << "끝|그만" << "이제 그만하자 끝" << "이제 ";
}

void StopStrings::cutDoesNotDependOnThePieces()
{
    QFETCH(QString, stops);
    QFETCH(QString, text);
    QFETCH(QString, wanted);
    std::vector<std::string> list;
    for (const QString& stop : stops.split('|'))
        list.push_back(stop.toStdString());
    const std::string whole = text.toStdString();
    for (std::size_t length = 1; length <= whole.size(); ++length)
        QCOMPARE(run(list, pieces(whole, length)).text, wanted);
}

void StopStrings::theLongestOfThoseThatEndTogetherCounts()
{
    QCOMPARE(run({ "end", "the end" }, { "this is the end" }).text, QString("this is "));
    QCOMPARE(run({ "the end", "end" }, { "this is the end" }).text, QString("this is "));
}

void StopStrings::theOneThatIsCompleteFirstCounts()
{
    QCOMPARE(run({ "abcdef", "bc" }, { "abcdef" }).text, QString("a"));
}

void StopStrings::ignoreEmptyStrings()
{
    const Shown shown = run({ "", "x" }, { "abc" });
    QCOMPARE(shown.text, QString("abc"));
    QVERIFY(!shown.stopped);
}

void StopStrings::nothingFollowsAStop()
{
    const std::vector<std::string> stops { "." };
    StopStringMatcher matcher(stops);
    QVERIFY(matcher.push("one.").stopped);
    const auto after = matcher.push("two");
    QVERIFY(after.stopped);
    QVERIFY(after.text.empty());
}

void StopStrings::keepWholeCharacters()
{
    // 끝 and 끈 share two of three bytes: none of them is shown before it is certain.
    const std::vector<std::string> stops { "끝" };
    StopStringMatcher matcher(stops);
    QCOMPARE(matcher.push("끈").text, std::string("끈"));
    QVERIFY(matcher.push("끝").stopped);
}

void StopStrings::doNotReachAcrossAnInterruption()
{
    const std::vector<std::string> stops { "\n\nUser:" };
    StopStringMatcher matcher(stops);
    QCOMPARE(matcher.push("thought\n\n").text, std::string("thought"));
    QCOMPARE(matcher.startAnew(), std::string("\n\n"));
    const auto step = matcher.push("User: is a word");
    QVERIFY(!step.stopped);
    QCOMPARE(step.text, std::string("User: is a word"));
    QVERIFY(matcher.push(".\n\nUser:").stopped);
}

MORU_TEST(StopStrings)
#include "stop_strings.moc"
