#include "ui/markdown/markdown_view.h"

#include "ui/markdown/code_segment.h"
#include "ui/markdown/text_segment.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"

#include <QTextDocument>

namespace moru {

namespace {

constexpr int kSegmentGap = 8;

qint64 written(const ColumnItem* segment)
{
    if (const auto* code = qobject_cast<const CodeSegment*>(segment))
        return code->insertedCharacters();
    return static_cast<const TextSegment*>(segment)->insertedCharacters();
}

} // namespace

MarkdownView::MarkdownView(QWidget* parent)
    : ColumnItem(parent)
{
    setAttribute(Qt::WA_StaticContents);
    // Colours and sizes are written into the documents, so they are made again.
    keepStyled(this, [this] { rebuild(); });
}

void MarkdownView::setMarkdown(const QString& source)
{
    source_ = source;
    rebuild();
}

void MarkdownView::append(const QString& text)
{
    source_ += text;
    apply(stream_.append(text));
    emit heightChanged();
}

void MarkdownView::rebuild()
{
    for (ColumnItem* segment : std::as_const(segments_)) {
        droppedCharacters_ += written(segment);
        segment->hide();
        segment->deleteLater();
    }
    segments_.clear();
    segmentHeights_.clear();
    openMadeSegment_ = false;
    stream_.setPlain(plain_);
    stream_.clear();
    if (!source_.isEmpty())
        apply(stream_.append(source_));
    emit heightChanged();
}

void MarkdownView::apply(const MarkdownStream::Update& update)
{
    if (update.settled.empty() && !update.open)
        dropOpen();
    for (const MarkdownBlock& block : update.settled)
        show(block, false);
    if (update.open)
        show(*update.open, true);
}

void MarkdownView::dropOpen()
{
    if (segments_.isEmpty())
        return;
    ColumnItem* last = segments_.last();
    segmentHeights_.last() = -1;
    if (auto* code = qobject_cast<CodeSegment*>(last))
        code->setOpen({});
    else
        static_cast<TextSegment*>(last)->clearOpen();
}

ColumnItem* MarkdownView::segmentFor(const MarkdownBlock& block)
{
    const bool isCode = block.kind == MarkdownBlock::Kind::Code;
    if (!segments_.isEmpty()) {
        const bool lastIsCode = qobject_cast<CodeSegment*>(segments_.last()) != nullptr;
        const bool sameCode = isCode && (block.continues || openMadeSegment_);
        if (lastIsCode == isCode && (!isCode || sameCode))
            return segments_.last();
        if (openMadeSegment_) {
            // What looked like text turned out to be code, or the other way round.
            droppedCharacters_ += written(segments_.last());
            segments_.last()->hide();
            segments_.takeLast()->deleteLater();
            segmentHeights_.removeLast();
            openMadeSegment_ = false;
            return segmentFor(block);
        }
    }
    dropOpen(); // where the block is shown in the same segment, it takes the place of what was open
    ColumnItem* segment = isCode ? static_cast<ColumnItem*>(new CodeSegment(this)) : new TextSegment(this);
    segment->show();
    segments_.append(segment);
    segmentHeights_.append(-1);
    openMadeSegment_ = true;
    return segment;
}

void MarkdownView::show(const MarkdownBlock& block, bool isOpen)
{
    ColumnItem* segment = segmentFor(block);
    segmentHeights_.last() = -1;
    if (auto* code = qobject_cast<CodeSegment*>(segment)) {
        if (!block.continues)
            code->setLanguage(block.language);
        if (isOpen)
            code->setOpen(block.text);
        else
            code->appendSettled(block.text);
    } else if (isOpen) {
        static_cast<TextSegment*>(segment)->setOpen(block);
    } else {
        static_cast<TextSegment*>(segment)->appendSettled({ block });
    }
    if (!isOpen)
        openMadeSegment_ = false;
}

QString MarkdownView::shownText() const
{
    QStringList parts;
    for (ColumnItem* segment : segments_) {
        if (const auto* code = qobject_cast<CodeSegment*>(segment))
            parts << code->code();
        else
            parts << static_cast<TextSegment*>(segment)->document()->toPlainText();
    }
    return parts.join(QLatin1Char('\n'));
}

int MarkdownView::layoutColumn(int width)
{
    int y = 0;
    for (qsizetype i = 0; i < segments_.size(); ++i) {
        // Segments that have settled keep their height: only the last one is measured while text streams.
        if (segmentHeights_[i] < 0 || width != layoutWidth_)
            segmentHeights_[i] = segments_[i]->layoutColumn(width);
        if (i > 0)
            y += scaled(kSegmentGap);
        segments_[i]->setGeometry(0, y, width, segmentHeights_[i]);
        y += segmentHeights_[i];
    }
    layoutWidth_ = width;
    return y;
}

qint64 MarkdownView::insertedCharacters() const
{
    qint64 sum = droppedCharacters_;
    for (const ColumnItem* segment : segments_)
        sum += written(segment);
    return sum;
}

} // namespace moru
