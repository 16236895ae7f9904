#include "ui/markdown/block_parser.h"

#include "ui/markdown/line_patterns.h"

#include <optional>

namespace moru {

namespace {

class BlockScanner {
public:
    explicit BlockScanner(const QString& source)
        : source_(source)
    {
    }

    std::vector<MarkdownBlock> scan()
    {
        qsizetype start = 0;
        while (start < source_.size()) {
            qsizetype end = source_.indexOf(QLatin1Char('\n'), start);
            lineIsWhole_ = end >= 0;
            if (end < 0)
                end = source_.size();
            line(source_.mid(start, end - start), start);
            start = end + 1;
        }
        return std::move(blocks_);
    }

private:
    void line(const QString& text, qsizetype start)
    {
        if (fence_) {
            codeLine(text);
            return;
        }
        if (text.trimmed().isEmpty()) {
            afterBlank_ = true;
            return;
        }
        const bool handled = startsFence(text, start) || startsTable(text) || addsRow(text)
            || isSingle(text, start) || startsItem(text, start) || startsQuote(text, start);
        if (!handled)
            paragraphLine(text, start);
        afterBlank_ = false;
    }

    MarkdownBlock& begin(MarkdownBlock::Kind kind, qsizetype start)
    {
        MarkdownBlock block;
        block.kind = kind;
        block.start = start;
        blocks_.push_back(std::move(block));
        return blocks_.back();
    }

    void codeLine(const QString& text)
    {
        if (closesFence(text, *fence_)) {
            blocks_.back().closed = true;
            fence_.reset();
            afterBlank_ = true;
            return;
        }
        qsizetype cut = 0;
        while (cut < text.size() && cut < fence_->indent && text[cut] == QLatin1Char(' '))
            ++cut;
        blocks_.back().text += text.mid(cut);
        if (lineIsWhole_)
            blocks_.back().text += QLatin1Char('\n');
    }

    bool startsFence(const QString& text, qsizetype start)
    {
        fence_ = openingFence(text);
        // While the line is unfinished its language may still grow; it is a fence all the same.
        if (!fence_)
            return false;
        MarkdownBlock& block = begin(MarkdownBlock::Kind::Code, start);
        block.language = fence_->language;
        block.closed = false;
        return true;
    }

    /// The delimiter row makes a table of the paragraph line above it.
    bool startsTable(const QString& text)
    {
        if (!isTableDelimiter(text) || blocks_.empty() || afterBlank_
            || blocks_.back().kind != MarkdownBlock::Kind::Paragraph)
            return false;
        MarkdownBlock& above = blocks_.back();
        const qsizetype lineStart = above.text.lastIndexOf(QLatin1Char('\n')) + 1;
        const QStringList header = tableCells(above.text.mid(lineStart));
        if (header.size() != tableCells(text).size())
            return false;
        const qsizetype start = lastLineStart_;
        if (lineStart == 0)
            blocks_.pop_back();
        else
            above.text.truncate(lineStart - 1);
        begin(MarkdownBlock::Kind::Table, start).rows.push_back(header);
        return true;
    }

    bool addsRow(const QString& text)
    {
        if (blocks_.empty() || afterBlank_ || blocks_.back().kind != MarkdownBlock::Kind::Table
            || !text.contains(QLatin1Char('|')))
            return false;
        blocks_.back().rows.push_back(tableCells(text));
        return true;
    }

    bool isSingle(const QString& text, qsizetype start)
    {
        if (isRule(text)) {
            begin(MarkdownBlock::Kind::Rule, start);
            afterSingle_ = true;
            return true;
        }
        const auto heading = headingLine(text);
        if (!heading)
            return false;
        MarkdownBlock& block = begin(MarkdownBlock::Kind::Heading, start);
        block.level = heading->level;
        block.text = heading->text;
        afterSingle_ = true;
        return true;
    }

    bool startsItem(const QString& text, qsizetype start)
    {
        const auto item = listMarker(text);
        if (!item)
            return false;
        MarkdownBlock& block = begin(MarkdownBlock::Kind::ListItem, start);
        block.marker = item->marker;
        block.level = item->depth;
        block.text = item->text;
        afterSingle_ = false;
        return true;
    }

    bool startsQuote(const QString& text, qsizetype start)
    {
        const QString trimmed = text.trimmed();
        if (!trimmed.startsWith(QLatin1Char('>')))
            return false;
        const QString inner = trimmed.mid(1).trimmed();
        if (!blocks_.empty() && blocks_.back().kind == MarkdownBlock::Kind::Quote && !afterBlank_)
            blocks_.back().text += QLatin1Char('\n') + inner;
        else
            begin(MarkdownBlock::Kind::Quote, start).text = inner;
        afterSingle_ = false;
        return true;
    }

    void paragraphLine(const QString& text, qsizetype start)
    {
        const bool joins = !blocks_.empty() && !afterBlank_ && !afterSingle_
            && (blocks_.back().kind == MarkdownBlock::Kind::Paragraph
                || blocks_.back().kind == MarkdownBlock::Kind::ListItem
                || blocks_.back().kind == MarkdownBlock::Kind::Quote);
        if (joins) {
            blocks_.back().text += QLatin1Char('\n') + text.trimmed();
        } else {
            const int depth = indentOf(text) >= 2 ? depthInsideItem() : 0;
            MarkdownBlock& block = begin(MarkdownBlock::Kind::Paragraph, start);
            block.text = text.trimmed();
            block.level = depth;
        }
        afterSingle_ = false;
        lastLineStart_ = start;
    }

    /// Depth of a paragraph that is indented under the last block.
    int depthInsideItem() const
    {
        if (blocks_.empty())
            return 0;
        const MarkdownBlock& above = blocks_.back();
        if (above.kind == MarkdownBlock::Kind::ListItem)
            return above.level + 1;
        return above.kind == MarkdownBlock::Kind::Paragraph ? above.level : 0;
    }

    const QString& source_;
    std::vector<MarkdownBlock> blocks_;
    std::optional<Fence> fence_;
    bool afterBlank_ = true;
    bool afterSingle_ = false; ///< The last block is one line by nature.
    bool lineIsWhole_ = true;
    qsizetype lastLineStart_ = 0;
};

} // namespace

std::vector<MarkdownBlock> parseBlocks(const QString& source)
{
    return BlockScanner(source).scan();
}

} // namespace moru
