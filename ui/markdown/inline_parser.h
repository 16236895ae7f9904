#pragma once

#include <QString>

#include <vector>

namespace moru {

/// A run of text of one look.
struct InlineSpan {
    QString text;
    QString link; ///< Address; empty for none.
    bool bold = false;
    bool italic = false;
    bool strike = false;
    bool code = false;

    bool operator==(const InlineSpan&) const = default;
};

/// Splits one paragraph of Markdown into runs: emphasis, code, strike-through and links; HTML stays text.
///
/// Emphasis follows CommonMark 0.31 section 6.2 with one more rule for Chinese, Japanese and Korean, which
/// write no space between a word and its particle: beside punctuation, a letter of theirs counts like a
/// space. Without it `**"anvil"**은` keeps its asterisks, since the closing run stands between a quote and a
/// letter. Line ends inside the paragraph become line breaks, as people expect of a chat.
[[nodiscard]] std::vector<InlineSpan> parseInline(const QString& source);

} // namespace moru
