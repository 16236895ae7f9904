#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace moru {

struct ListMarker {
    QString marker; ///< As shown: "•" or "3."
    int depth = 0;
    QString text;
};
[[nodiscard]] std::optional<ListMarker> listMarker(const QString& line);

struct HeadingLine {
    int level = 1;
    QString text;
};
[[nodiscard]] std::optional<HeadingLine> headingLine(const QString& line);

struct Fence {
    QChar character;
    int length = 0;
    int indent = 0;
    QString language;
};
[[nodiscard]] std::optional<Fence> openingFence(const QString& line);
[[nodiscard]] bool closesFence(const QString& line, const Fence& fence);

[[nodiscard]] bool isRule(const QString& line); ///< "---", "***", "___"
[[nodiscard]] bool isTableDelimiter(const QString& line); ///< "|---|:--:|"
[[nodiscard]] QStringList tableCells(const QString& line);
[[nodiscard]] int indentOf(const QString& line); ///< Spaces; a tab is four.

} // namespace moru
