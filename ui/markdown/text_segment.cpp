#include "ui/markdown/text_segment.h"

#include "ui/markdown/block_renderer.h"
#include "ui/markdown/still_browser.h"
#include "ui/theme/theme_colors.h"

#include <QTextCursor>

#include <cmath>

namespace moru {

TextSegment::TextSegment(QWidget* parent)
    : ColumnItem(parent)
    , browser_(new StillBrowser(this))
{
}

void TextSegment::appendSettled(const std::vector<MarkdownBlock>& blocks)
{
    clearOpen();
    for (const MarkdownBlock& block : blocks)
        appendBlock(block);
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    openStart_ = end.position();
    isEmpty_ = isEmpty_ && blocks.empty();
}

void TextSegment::setOpen(const MarkdownBlock& block)
{
    clearOpen();
    appendBlock(block);
}

void TextSegment::clearOpen()
{
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    if (cursor.position() == openStart_)
        return;
    cursor.setPosition(openStart_, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
}

void TextSegment::appendBlock(const MarkdownBlock& block)
{
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    const int before = cursor.position();
    cursor.beginEditBlock();
    renderBlock(cursor, block, before == 0, themeColors());
    cursor.endEditBlock();
    cursor.movePosition(QTextCursor::End);
    insertedCharacters_ += cursor.position() - before;
}

int TextSegment::layoutColumn(int width)
{
    document()->setTextWidth(width);
    const int height = static_cast<int>(std::ceil(document()->size().height()));
    browser_->setGeometry(0, 0, width, height);
    return height;
}

} // namespace moru
