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
    setAttribute(Qt::WA_StaticContents);
}

void TextSegment::appendSettled(const std::vector<MarkdownBlock>& blocks)
{
    QTextCursor edit(document());
    edit.beginEditBlock(); // laid out once
    clearOpen();
    for (const MarkdownBlock& block : blocks)
        appendBlock(block);
    openStart_ = endPosition();
    edit.endEditBlock();
}

void TextSegment::setOpen(const MarkdownBlock& block)
{
    QTextCursor edit(document());
    edit.beginEditBlock();
    clearOpen();
    appendBlock(block);
    edit.endEditBlock();
}

void TextSegment::clearOpen()
{
    if (endPosition() == openStart_)
        return;
    QTextCursor cursor(document());
    cursor.setPosition(openStart_);
    cursor.setPosition(endPosition(), QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
}

int TextSegment::endPosition() const
{
    return document()->characterCount() - 1;
}

void TextSegment::appendBlock(const MarkdownBlock& block)
{
    QTextCursor cursor(document());
    const int before = endPosition();
    cursor.setPosition(before);
    renderBlock(cursor, block, before == 0, themeColors());
    insertedCharacters_ += endPosition() - before;
}

int TextSegment::layoutColumn(int width)
{
    // Setting the same width again would lay out the whole document, at every batch of text.
    if (document()->textWidth() != width)
        document()->setTextWidth(width);
    const int height = static_cast<int>(std::ceil(document()->size().height()));
    browser_->setGeometry(0, 0, width, height);
    return height;
}

} // namespace moru
