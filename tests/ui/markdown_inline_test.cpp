#include "tests/support/test_main.h"
#include "ui/markdown/inline_parser.h"

namespace moru {

namespace {

/// Runs as "b:text|text": b bold, i italic, c code, s strike, l link.
QString shown(const QString& source)
{
    QStringList runs;
    for (const InlineSpan& span : parseInline(source)) {
        QString marks;
        marks += span.bold ? QStringLiteral("b") : QString();
        marks += span.italic ? QStringLiteral("i") : QString();
        marks += span.strike ? QStringLiteral("s") : QString();
        marks += span.code ? QStringLiteral("c") : QString();
        marks += span.link.isEmpty() ? QString() : QStringLiteral("l");
        runs << (marks.isEmpty() ? span.text : marks + u':' + span.text);
    }
    return runs.join(u'|');
}

} // namespace

class InlineMarkdown : public QObject {
    Q_OBJECT

private slots:
    void readsEmphasisCodeAndStrike()
    {
        QCOMPARE(shown("a **b** *c* `d` ~~e~~"), QString("a |b:b| |i:c| |c:d| |s:e"));
        QCOMPARE(shown("***both***"), QString("bi:both"));
        QCOMPARE(shown("**bold *and italic* again**"), QString("b:bold |bi:and italic|b: again"));
    }

    void boldBeforeAKoreanParticleLosesItsAsterisks()
    {
        QCOMPARE(shown("**모루**는 빠르다"), QString("b:모루|는 빠르다"));
        QCOMPARE(shown("**\"모루\"**는 빠르다"), QString("b:\"모루\"|는 빠르다"));
        QCOMPARE(shown("이것은**(모루)**입니다"), QString("이것은|b:(모루)|입니다"));
        QCOMPARE(shown("**INT8(정수)**을 쓴다"), QString("b:INT8(정수)|을 쓴다"));
    }

    void latinWordsFollowCommonMark()
    {
        QCOMPARE(shown("a**\"b\"**c"), QString("a**\"b\"**c"));
        QCOMPARE(shown("snake_case_name"), QString("snake_case_name"));
        QCOMPARE(shown("2 * 3 * 4"), QString("2 * 3 * 4"));
    }

    void aSingleTildeIsNoStrike() { QCOMPARE(shown("3~5개, 10~20%"), QString("3~5개, 10~20%")); }

    void codeKeepsMarksAsTheyAre()
    {
        QCOMPARE(shown("`**x**`"), QString("c:**x**"));
        QCOMPARE(shown("``a`b``"), QString("c:a`b"));
        QCOMPARE(shown("an open ` tick"), QString("an open ` tick"));
    }

    void onlyLinksToTheWebAreLinks()
    {
        QCOMPARE(shown("[site](https://example.org)"), QString("l:site"));
        QCOMPARE(shown("[run](file:///etc/passwd)"), QString("[run](file:///etc/passwd)"));
        QCOMPARE(shown("[run](javascript:alert)"), QString("[run](javascript:alert)"));
    }

    void htmlIsText() { QCOMPARE(shown("<b>x</b> &amp;"), QString("<b>x</b> &amp;")); }

    void lineEndsBecomeLineBreaks()
    {
        QCOMPARE(shown("one  \ntwo\\\nthree"), QString("one%1two%1three").arg(QChar(QChar::LineSeparator)));
    }

    void anUnfinishedMarkIsShownAsItIs()
    {
        QCOMPARE(shown("this is **not yet"), QString("this is **not yet"));
    }
};

MORU_TEST(InlineMarkdown)

} // namespace moru

#include "markdown_inline_test.moc"
