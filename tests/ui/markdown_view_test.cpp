#include "tests/support/test_main.h"
#include "ui/markdown/markdown_view.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBrowser>

#include <algorithm>
#include <numeric>

namespace moru {

namespace {

/// An answer of about `length` characters with paragraphs, lists and code.
QString longAnswer(int length)
{
    QString text;
    for (int i = 0; text.size() < length; ++i) {
        text += QStringLiteral(
            "## Part %1\n\nDecode reads **every weight** once per token, so its time is bytes "
            "divided by bandwidth. 모루**는** 그 시간을 `보여 줍니다`.\n\n- first\n- second\n\n")
                    .arg(i);
        if (i % 4 == 0)
            text += QStringLiteral("```cpp\nfor (int i = 0; i < n; ++i)\n    sum += a[i];\n```\n\n");
    }
    return text;
}

/// Characters written into documents for each piece of `source`.
QList<qint64> costs(const QString& source, int piece)
{
    MarkdownView view;
    QList<qint64> result;
    for (qsizetype at = 0; at < source.size(); at += piece) {
        const qint64 before = view.insertedCharacters();
        view.append(source.mid(at, piece));
        result.append(view.insertedCharacters() - before);
    }
    return result;
}

qint64 sum(const QList<qint64>& values, qsizetype first, qsizetype count)
{
    return std::accumulate(values.begin() + first, values.begin() + first + count, qint64 { 0 });
}

} // namespace

class StreamedMarkdown : public QObject {
    Q_OBJECT

private slots:
    void aBatchIsLaidOutOnce()
    {
        MarkdownView view;
        view.append("A first paragraph, long enough to be wrapped into more than one line of this view.\n\n");
        view.append("And the");
        view.layoutColumn(300);
        const auto* browser = view.findChild<QTextBrowser*>();
        int layouts = 0;
        connect(browser->document()->documentLayout(), &QAbstractTextDocumentLayout::update, this,
            [&] { ++layouts; });
        view.append(" second one");
        view.layoutColumn(300);
        QCOMPARE(layouts, 1);
    }

    void codeThatGrowsIsWrittenOnce()
    {
        MarkdownView view;
        view.append("```cpp\n");
        const QString line = "    sum += a[i] * b[i];\n";
        for (int i = 0; i < 20; ++i)
            for (const QChar c : line)
                view.append(c);
        QCOMPARE(view.shownText(), line.repeated(20).chopped(1));
        QCOMPARE(view.insertedCharacters(), qint64 { line.size() * 20 - 1 });
    }

    void showsTheSameAsWhenGivenWhole()
    {
        const QString source = longAnswer(1500);
        MarkdownView whole;
        whole.setMarkdown(source);
        MarkdownView pieces;
        for (const QChar c : source)
            pieces.append(c);
        QCOMPARE(pieces.shownText(), whole.shownText());
        QVERIFY(!whole.shownText().contains("**"));
    }

    void costOfATokenDoesNotGrowOver50000Characters()
    {
        constexpr int kPiece = 8; // Two tokens, as a batch brings them.
        const QList<qint64> spent = costs(longAnswer(50'000), kPiece);
        const qsizetype tenth = spent.size() / 10;
        const qint64 early = sum(spent, 0, tenth);
        const qint64 late = sum(spent, spent.size() - tenth, tenth);
        QVERIFY2(late < early * 5 / 4,
            qPrintable(QString("%1 characters at first, %2 at the end").arg(early).arg(late)));
    }

    void oneEndlessParagraphStaysCheap_data()
    {
        QTest::addColumn<QString>("source");
        QTest::newRow("spaces") << QString("word ").repeated(10'000);
        QTest::newRow("no spaces") << QString("漢字").repeated(25'000);
        QTest::newRow("code") << QString("```\n") + QString("let x = 1;\n").repeated(4'500);
        QTest::newRow("one list item") << QString("- ") + QString("word ").repeated(10'000);
    }

    void oneEndlessParagraphStaysCheap()
    {
        QFETCH(QString, source);
        const QList<qint64> spent = costs(source, 8);
        QVERIFY2(*std::max_element(spent.begin(), spent.end()) < 5000,
            qPrintable(QString::number(*std::max_element(spent.begin(), spent.end()))));
    }

    void settledPartsAreNotMeasuredAgain()
    {
        MarkdownView view;
        view.setMarkdown("first\n\n```\ncode\n```\n\nlast");
        const int before = view.layoutColumn(600);
        view.append(" line\n\nanother");
        QVERIFY(view.layoutColumn(600) > before);
    }

    void aFenceThatArrivesLetterByLetterBecomesCode()
    {
        MarkdownView view;
        for (const QChar c : QString("Look:\n```py\nprint(1)\n```\nDone"))
            view.append(c);
        QCOMPARE(view.shownText(), QString("Look:\nprint(1)\nDone"));
    }
};

MORU_TEST(StreamedMarkdown)

} // namespace moru

#include "markdown_view_test.moc"
