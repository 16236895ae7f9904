#pragma once

#include <QString>

#include <vector>

namespace moru {

/// A piece of a paragraph while its emphasis is being resolved.
struct InlineNode {
    enum class Kind { Text, Code, Delimiter };

    Kind kind = Kind::Text;
    QString text;
    QString link;
    bool bold = false;
    bool italic = false;
    bool strike = false;
    QChar delimiter; ///< '*', '_' or '~' of a Delimiter.
    int count = 0; ///< Characters of the run not yet used.
    int originalCount = 0;
    bool canOpen = false;
    bool canClose = false;
};

/// Makes the node of the run of `count` delimiters at `position`.
[[nodiscard]] InlineNode delimiterNode(const QString& source, qsizetype position, int count);

/// Pairs the delimiter runs and marks what stands between them (CommonMark 0.31, "process emphasis").
void resolveEmphasis(std::vector<InlineNode>& nodes);

} // namespace moru
