#pragma once

#include "ui/markdown/block_parser.h"
#include "ui/widgets/column_item.h"

#include <QTextBrowser>

#include <vector>

namespace moru {

/// A stretch of Markdown without code blocks: one document, whose end is replaced while the text streams.
class TextSegment final : public ColumnItem {
    Q_OBJECT

public:
    explicit TextSegment(QWidget* parent = nullptr);

    /// Adds final blocks; whatever was open goes.
    void appendSettled(const std::vector<MarkdownBlock>& blocks);
    /// Replaces the open block.
    void setOpen(const MarkdownBlock& block);
    void clearOpen();

    int layoutColumn(int width) override;
    /// Characters that were put into the document since it was made: what streaming costs.
    [[nodiscard]] qint64 insertedCharacters() const { return insertedCharacters_; }
    [[nodiscard]] QTextDocument* document() const { return browser_->document(); }

private:
    void appendBlock(const MarkdownBlock& block);
    [[nodiscard]] int endPosition() const;

    QTextBrowser* browser_;
    int openStart_ = 0; ///< Position where the open block begins.
    qint64 insertedCharacters_ = 0;
};

} // namespace moru
