#include "tests/support/test_main.h"
#include "ui/markdown/block_parser.h"
#include "ui/markdown/markdown_stream.h"

namespace moru {

namespace {

QString kindsOf(const std::vector<MarkdownBlock>& blocks)
{
    const QString letters = QStringLiteral("PHIQCTR");
    QString kinds;
    for (const MarkdownBlock& block : blocks)
        kinds += letters[static_cast<int>(block.kind)];
    return kinds;
}

/// Every settled block that a stream hands out, and the open one at the end.
std::vector<MarkdownBlock> streamed(const QString& source, int step)
{
    MarkdownStream stream;
    std::vector<MarkdownBlock> blocks;
    std::optional<MarkdownBlock> open;
    for (qsizetype at = 0; at < source.size(); at += step) {
        MarkdownStream::Update update = stream.append(source.mid(at, step));
        for (MarkdownBlock& block : update.settled)
            blocks.push_back(std::move(block));
        open = update.open;
    }
    if (open)
        blocks.push_back(*open);
    for (MarkdownBlock& block : blocks)
        block.start = 0;
    return blocks;
}

const char* const kSample
    = "# Title\n\nA paragraph\nof two lines.\n\n- one\n- two\n  - deeper\n\n1. first\n\n> said\n\n"
      "```cpp\nint a;\n\n  int b;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\nend";

} // namespace

class BlockMarkdown : public QObject {
    Q_OBJECT

private slots:
    void readsAllKinds() { QCOMPARE(kindsOf(parseBlocks(kSample)), QString("HPIIIIQCTRP")); }

    void codeKeepsItsLinesAndLanguage()
    {
        const auto blocks = parseBlocks("```cpp\nint a;\n\n  int b;\n```\n");
        QCOMPARE(blocks.size(), std::size_t { 1 });
        QCOMPARE(blocks[0].language, QString("cpp"));
        QCOMPARE(blocks[0].text, QString("int a;\n\n  int b;\n"));
        QVERIFY(blocks[0].closed);
    }

    void unclosedCodeIsCode()
    {
        const auto blocks = parseBlocks("text\n```\n# no heading\n- no item");
        QCOMPARE(kindsOf(blocks), QString("PC"));
        QVERIFY(!blocks[1].closed);
    }

    void listsKnowDepthAndNumber()
    {
        const auto blocks = parseBlocks("- a\n  - b\n    - c\n3. d\n   - e");
        QCOMPARE(blocks[0].level, 0);
        QCOMPARE(blocks[1].level, 1);
        QVERIFY(blocks[2].level >= blocks[1].level);
        QCOMPARE(blocks[3].marker, QString("3."));
        QCOMPARE(blocks[4].level, 1);
    }

    void tablesKnowTheirCells()
    {
        const auto blocks = parseBlocks("| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |");
        QCOMPARE(kindsOf(blocks), QString("T"));
        QCOMPARE(blocks[0].rows.size(), std::size_t { 3 });
        QCOMPARE(blocks[0].rows[1], QStringList({ "1", "2" }));
    }

    void streamingGivesTheSameBlocksInPiecesOfAnySize()
    {
        const auto whole = streamed(kSample, 100000);
        for (const int step : { 1, 2, 3, 7, 50 }) {
            const auto pieces = streamed(kSample, step);
            QCOMPARE(kindsOf(pieces), kindsOf(whole));
            for (std::size_t i = 0; i < whole.size(); ++i)
                QVERIFY2(pieces[i] == whole[i],
                    qPrintable(QString("step %1, block %2: “%3”").arg(step).arg(i).arg(pieces[i].text)));
        }
    }

    void longCodeIsCutWithoutLosingALine()
    {
        QString code;
        for (int i = 0; i < 400; ++i)
            code += QStringLiteral("line %1 of a long program\n").arg(i);
        QString joined;
        for (const MarkdownBlock& block :
            streamed(QStringLiteral("```\n") + code + QStringLiteral("```\nafter"), 5))
            if (block.kind == MarkdownBlock::Kind::Code)
                joined += block.text;
            else
                QCOMPARE(block.text, QString("after"));
        QCOMPARE(joined, code);
    }

    void aLongParagraphIsCutWithoutLosingAWord()
    {
        QString text;
        for (int i = 0; i < 2000; ++i)
            text += QStringLiteral("word%1 ").arg(i);
        text = text.trimmed();
        QString joined;
        for (const MarkdownBlock& block : streamed(text, 9))
            joined += block.text;
        QCOMPARE(joined, text);
    }
};

MORU_TEST(BlockMarkdown)

} // namespace moru

#include "markdown_blocks_test.moc"
