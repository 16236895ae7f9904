#include "ui/markdown/block_renderer.h"

#include "ui/markdown/inline_parser.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QTextCursor>
#include <QTextTable>

#include <algorithm>

namespace moru {

namespace {

constexpr int kLineHeight = 22;
constexpr int kParagraphGap = 8;
constexpr int kItemGap = 4;
constexpr int kIndent = 20;

QTextBlockFormat paragraphFormat(int gap)
{
    QTextBlockFormat format;
    format.setLineHeight(scaled(kLineHeight), QTextBlockFormat::FixedHeight);
    format.setTopMargin(scaled(gap));
    return format;
}

QTextCharFormat baseFormat(const ThemeColors& colors)
{
    QTextCharFormat format;
    format.setFont(uiFont(TextSize::Message));
    format.setForeground(colors.text);
    return format;
}

QTextCharFormat formatOf(const InlineSpan& span, const QTextCharFormat& base, const ThemeColors& colors)
{
    QTextCharFormat format = base;
    if (span.code) {
        format.setFont(codeFont(TextSize::Control));
        format.setBackground(colors.sunken);
        return format;
    }
    if (span.bold)
        format.setFontWeight(QFont::DemiBold);
    if (span.italic)
        format.setFontItalic(true);
    if (span.strike)
        format.setFontStrikeOut(true);
    if (!span.link.isEmpty()) {
        format.setAnchor(true);
        format.setAnchorHref(span.link);
        format.setForeground(colors.accentInk);
        format.setFontUnderline(true);
        format.setToolTip(span.link);
    }
    return format;
}

void insertInline(
    QTextCursor& cursor, const QString& source, const QTextCharFormat& base, const ThemeColors& colors)
{
    for (const InlineSpan& span : parseInline(source))
        cursor.insertText(span.text, formatOf(span, base, colors));
}

void startParagraph(
    QTextCursor& cursor, const QTextBlockFormat& format, const QTextCharFormat& text, bool isFirst)
{
    if (isFirst) {
        QTextBlockFormat first = format;
        first.setTopMargin(0);
        cursor.setBlockFormat(first);
        cursor.setBlockCharFormat(text);
    } else {
        cursor.insertBlock(format, text);
    }
}

void renderHeading(QTextCursor& cursor, const MarkdownBlock& block, bool isFirst, const ThemeColors& colors)
{
    constexpr int kLargestHeading = 2;
    QTextCharFormat format = baseFormat(colors);
    format.setFont(
        uiFont(block.level <= kLargestHeading ? TextSize::Section : TextSize::Message, QFont::DemiBold));
    startParagraph(cursor, paragraphFormat(kParagraphGap * 2), format, isFirst);
    insertInline(cursor, block.text, format, colors);
}

void renderItem(QTextCursor& cursor, const MarkdownBlock& block, bool isFirst, const ThemeColors& colors)
{
    QTextBlockFormat format = paragraphFormat(kItemGap);
    const int indent = scaled(kIndent) + (block.marker.size() > 2 ? scaled(6) : 0);
    format.setLeftMargin(scaled(kIndent) * block.level + indent);
    format.setTextIndent(-indent);
    format.setTabPositions({ QTextOption::Tab(indent, QTextOption::LeftTab) });
    const QTextCharFormat base = baseFormat(colors);
    startParagraph(cursor, format, base, isFirst);
    cursor.insertText(block.marker + QLatin1Char('\t'), base);
    insertInline(cursor, block.text, base, colors);
}

void renderQuote(QTextCursor& cursor, const MarkdownBlock& block, bool isFirst, const ThemeColors& colors)
{
    QTextBlockFormat format = paragraphFormat(kParagraphGap);
    format.setLeftMargin(scaled(kIndent));
    QTextCharFormat base = baseFormat(colors);
    base.setForeground(colors.text2);
    base.setFontItalic(true);
    startParagraph(cursor, format, base, isFirst);
    insertInline(cursor, block.text, base, colors);
}

void renderTable(QTextCursor& cursor, const MarkdownBlock& block, const ThemeColors& colors)
{
    if (block.rows.empty())
        return;
    QTextTableFormat format;
    format.setBorder(1);
    format.setBorderBrush(colors.line);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderCollapse(true);
    format.setCellPadding(scaled(5));
    format.setTopMargin(scaled(kParagraphGap));
    format.setBottomMargin(scaled(2));
    const int columns = static_cast<int>(block.rows.front().size());
    QTextTable* table = cursor.insertTable(static_cast<int>(block.rows.size()), std::max(columns, 1), format);
    QTextBlockFormat cellBlock;
    cellBlock.setLineHeight(scaled(20), QTextBlockFormat::FixedHeight);
    for (int row = 0; row < table->rows(); ++row) {
        QTextCharFormat base = baseFormat(colors);
        base.setFont(uiFont(TextSize::Control, row == 0 ? QFont::DemiBold : QFont::Normal));
        for (int column = 0; column < table->columns(); ++column) {
            QTextCursor cell = table->cellAt(row, column).firstCursorPosition();
            cell.setBlockFormat(cellBlock);
            insertInline(cell, block.rows[static_cast<std::size_t>(row)].value(column), base, colors);
        }
    }
    cursor.movePosition(QTextCursor::End);
}

void renderRule(QTextCursor& cursor, bool isFirst, const ThemeColors& colors)
{
    QTextBlockFormat format = paragraphFormat(kParagraphGap);
    format.setProperty(
        QTextFormat::BlockTrailingHorizontalRulerWidth, QTextLength(QTextLength::PercentageLength, 100));
    format.setProperty(QTextFormat::BackgroundBrush, QBrush(colors.line));
    format.setLineHeight(scaled(8), QTextBlockFormat::FixedHeight);
    startParagraph(cursor, format, baseFormat(colors), isFirst);
}

} // namespace

void renderBlock(QTextCursor& cursor, const MarkdownBlock& block, bool isFirst, const ThemeColors& colors)
{
    switch (block.kind) {
    case MarkdownBlock::Kind::Paragraph: {
        const QTextCharFormat base = baseFormat(colors);
        if (!block.continues) {
            QTextBlockFormat format = paragraphFormat(kParagraphGap);
            format.setLeftMargin(scaled(kIndent) * block.level);
            startParagraph(cursor, format, base, isFirst);
        }
        insertInline(cursor, block.text, base, colors);
        break;
    }
    case MarkdownBlock::Kind::Heading:
        renderHeading(cursor, block, isFirst, colors);
        break;
    case MarkdownBlock::Kind::ListItem:
        if (block.continues)
            insertInline(cursor, block.text, baseFormat(colors), colors);
        else
            renderItem(cursor, block, isFirst, colors);
        break;
    case MarkdownBlock::Kind::Quote:
        if (block.continues)
            insertInline(cursor, block.text, cursor.charFormat(), colors);
        else
            renderQuote(cursor, block, isFirst, colors);
        break;
    case MarkdownBlock::Kind::Table:
        renderTable(cursor, block, colors);
        break;
    case MarkdownBlock::Kind::Rule:
        renderRule(cursor, isFirst, colors);
        break;
    case MarkdownBlock::Kind::Plain:
        if (isFirst)
            startParagraph(cursor, paragraphFormat(0), baseFormat(colors), true);
        cursor.insertText(block.text, baseFormat(colors));
        break;
    case MarkdownBlock::Kind::Code:
        Q_UNREACHABLE();
    }
}

} // namespace moru
