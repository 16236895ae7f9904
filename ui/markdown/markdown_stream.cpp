#include "ui/markdown/markdown_stream.h"

#include <utility>

namespace moru {

namespace {

// An open block is rendered again at each batch of text: 2,000 characters cost well under a millisecond.
constexpr qsizetype kLongBlock = 2000;
// Emphasis that is still open at a cut would be lost, so the newest part stays open.
constexpr qsizetype kKeptOpen = 300;

} // namespace

void MarkdownStream::clear()
{
    const bool plain = plain_;
    *this = {};
    plain_ = plain;
}

MarkdownStream::Update MarkdownStream::append(const QString& text)
{
    pending_ += text;
    Update update;
    if (plain_) {
        parsePlain(update);
        return update;
    }
    if (fence_)
        parseCodeLines(update);
    if (!fence_)
        parsePending(update);
    return update;
}

void MarkdownStream::parsePending(Update& update)
{
    std::vector<MarkdownBlock> blocks = parseBlocks(pending_);
    if (blocks.empty())
        return;
    if (continuation_) {
        blocks.front().kind = continuation_->kind;
        blocks.front().level = continuation_->level;
        blocks.front().continues = true;
    } else if (blocks.front().kind == MarkdownBlock::Kind::Paragraph) {
        blocks.front().level = openLevel_;
    }
    MarkdownBlock open = std::move(blocks.back());
    blocks.pop_back();
    if (!blocks.empty()) {
        for (MarkdownBlock& block : blocks)
            update.settled.push_back(std::move(block));
        pending_.remove(0, open.start);
        continuation_.reset();
        openLevel_ = open.kind == MarkdownBlock::Kind::Paragraph ? open.level : 0;
    }
    const bool isCode = open.kind == MarkdownBlock::Kind::Code;
    if (pending_.size() <= kLongBlock || open.kind == MarkdownBlock::Kind::Table || (isCode && open.closed))
        update.open = std::move(open);
    else if (isCode)
        cutCode(std::move(open), update);
    else
        cutText(std::move(open), update);
}

void MarkdownStream::parsePlain(Update& update)
{
    // Plain text never changes its look, so it settles at once.
    MarkdownBlock block;
    block.kind = MarkdownBlock::Kind::Plain;
    block.text = std::exchange(pending_, {});
    block.continues = true;
    update.settled.push_back(std::move(block));
}

void MarkdownStream::cutText(MarkdownBlock open, Update& update)
{
    qsizetype cut = pending_.lastIndexOf(QLatin1Char(' '), pending_.size() - kKeptOpen);
    // A surrogate pair is never torn.
    if (cut < kKeptOpen) {
        cut = pending_.size() - kKeptOpen;
        if (pending_[cut].isLowSurrogate())
            --cut;
    }
    const bool atSpace = pending_[cut] == QLatin1Char(' ');
    MarkdownBlock head = open;
    const std::vector<MarkdownBlock> parsed = parseBlocks(pending_.left(cut));
    head.text = parsed.empty() ? QString() : parsed.back().text;
    if (atSpace)
        head.text += QLatin1Char(' ');
    continuation_ = Continuation { open.kind, open.level };
    update.settled.push_back(std::move(head));
    pending_.remove(0, atSpace ? cut + 1 : cut);
    parsePending(update);
}

void MarkdownStream::cutCode(MarkdownBlock open, Update& update)
{
    const qsizetype firstLineEnd = pending_.indexOf(QLatin1Char('\n'));
    fence_ = openingFence(pending_.left(firstLineEnd));
    const qsizetype wholeLines = open.text.lastIndexOf(QLatin1Char('\n')) + 1;
    open.text.truncate(wholeLines);
    pending_.remove(0, pending_.lastIndexOf(QLatin1Char('\n')) + 1);
    update.settled.push_back(std::move(open));
    parseCodeLines(update);
}

void MarkdownStream::parseCodeLines(Update& update)
{
    MarkdownBlock lines;
    lines.kind = MarkdownBlock::Kind::Code;
    lines.continues = true;
    lines.closed = false;
    qsizetype start = 0;
    for (qsizetype end = pending_.indexOf(QLatin1Char('\n')); end >= 0;
        end = pending_.indexOf(QLatin1Char('\n'), start)) {
        const QString line = pending_.mid(start, end - start);
        start = end + 1;
        if (closesFence(line, *fence_)) {
            lines.closed = true;
            fence_.reset();
            break;
        }
        lines.text += line + QLatin1Char('\n');
    }
    pending_.remove(0, start);
    if (!lines.text.isEmpty() || lines.closed)
        update.settled.push_back(lines);
    if (fence_ && !pending_.isEmpty()) {
        lines.text = pending_;
        // The beginning of a closing fence is not shown as code.
        if (!pending_.trimmed().startsWith(fence_->character))
            update.open = std::move(lines);
    }
    continuation_.reset();
    openLevel_ = 0;
}

} // namespace moru
