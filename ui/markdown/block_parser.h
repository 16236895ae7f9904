#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace moru {

/// A paragraph-like piece of Markdown. Lists and quotes are flat: each item is a block with its depth, so
/// that a long list settles item by item while it streams.
struct MarkdownBlock {
    enum class Kind { Paragraph, Heading, ListItem, Quote, Code, Table, Rule, Plain };

    Kind kind = Kind::Paragraph; ///< Plain is text that is not Markdown.
    int level = 0; ///< Heading: 1 … 6. ListItem, and Paragraph inside one: depth from 0 and 1.
    QString marker; ///< ListItem: "•", "3."
    QString text; ///< Inline source; of Code the lines as they are.
    QString language; ///< Code: what follows the fence.
    std::vector<QStringList> rows; ///< Table: cells as inline source; the first row is the header.
    bool continues
        = false; ///< Goes on in the same paragraph or code as the block before (see MarkdownStream).
    bool closed = true; ///< Code: the closing fence was seen.
    qsizetype start = 0; ///< Where it begins in the source.

    bool operator==(const MarkdownBlock&) const = default;
};

/// Splits Markdown into blocks. Every block but the last is final: more text at the end does not change it.
[[nodiscard]] std::vector<MarkdownBlock> parseBlocks(const QString& source);

} // namespace moru
