#pragma once

#include "ui/markdown/block_parser.h"
#include "ui/markdown/line_patterns.h"

#include <QString>

#include <optional>
#include <vector>

namespace moru {

/// Markdown that grows at its end. What cannot change any more is handed out once as settled; only the open
/// block is parsed again when text arrives. A paragraph or code block that grows long is cut into blocks that
/// continue each other, so the cost of a token does not depend on the length of the answer.
class MarkdownStream {
public:
    struct Update {
        std::vector<MarkdownBlock> settled; ///< Newly final, in order.
        std::optional<MarkdownBlock> open; ///< The block that still changes.
    };

    Update append(const QString& text);
    void clear();
    /// Takes the text as it is: one paragraph a line, nothing is read as Markdown.
    void setPlain(bool plain) { plain_ = plain; }

private:
    /// What an open block takes over from the part of it that has settled.
    struct Continuation {
        MarkdownBlock::Kind kind = MarkdownBlock::Kind::Paragraph;
        int level = 0;
    };

    void parsePending(Update& update);
    void parseCodeLines(Update& update);
    void cutText(MarkdownBlock open, Update& update);
    void cutCode(MarkdownBlock open, Update& update);

    void parsePlain(Update& update);

    bool plain_ = false;
    QString pending_; ///< Source of the open block.
    std::optional<Continuation> continuation_;
    int openLevel_ = 0; ///< Depth of the open paragraph; its source alone does not tell.
    std::optional<Fence> fence_; ///< In a code block whose beginning has settled.
};

} // namespace moru
