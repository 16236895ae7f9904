#include "ui/markdown/line_patterns.h"

#include <QRegularExpression>

#include <algorithm>

namespace moru {

namespace {
constexpr int kTabWidth = 4;
constexpr int kSpacesPerStep = 3;
constexpr int kDeepestList = 5;
} // namespace

int indentOf(const QString& line)
{
    int indent = 0;
    for (const QChar c : line) {
        if (c == QLatin1Char(' '))
            ++indent;
        else if (c == QLatin1Char('\t'))
            indent += kTabWidth;
        else
            break;
    }
    return indent;
}

std::optional<ListMarker> listMarker(const QString& line)
{
    static const QRegularExpression pattern(
        QStringLiteral("^\\s*(?:([-*+])|(\\d{1,9})[.)])(?:[ \\t]+(.*))?$"));
    const auto match = pattern.match(line);
    if (!match.hasMatch())
        return std::nullopt;
    const int indent = indentOf(line);
    // Two to four spaces are one step: under "-" lists are indented by two, under "1." by three or four.
    const int depth = std::min((indent + 1) / kSpacesPerStep, kDeepestList);
    const QString number = match.captured(2);
    return ListMarker { number.isEmpty() ? QStringLiteral("•") : number + QLatin1Char('.'), depth,
        match.captured(3) };
}

std::optional<HeadingLine> headingLine(const QString& line)
{
    static const QRegularExpression pattern(
        QStringLiteral("^ {0,3}(#{1,6})(?:[ \\t]+(.*?))?(?:[ \\t]+#+)?[ \\t]*$"));
    const auto match = pattern.match(line);
    if (!match.hasMatch())
        return std::nullopt;
    return HeadingLine { static_cast<int>(match.captured(1).size()), match.captured(2) };
}

std::optional<Fence> openingFence(const QString& line)
{
    static const QRegularExpression pattern(QStringLiteral("^\\s*(`{3,}|~{3,})\\s*([^`]*)$"));
    const auto match = pattern.match(line);
    if (!match.hasMatch())
        return std::nullopt;
    const QString run = match.captured(1);
    return Fence { run[0], static_cast<int>(run.size()), indentOf(line),
        match.captured(2).trimmed().section(QLatin1Char(' '), 0, 0) };
}

bool closesFence(const QString& line, const Fence& fence)
{
    const QString run = line.trimmed();
    return run.size() >= fence.length
        && std::all_of(run.cbegin(), run.cend(), [&](QChar c) { return c == fence.character; });
}

bool isRule(const QString& line)
{
    static const QRegularExpression pattern(QStringLiteral("^ {0,3}([-*_])[ \\t]*(?:\\1[ \\t]*){2,}$"));
    return pattern.match(line).hasMatch();
}

bool isTableDelimiter(const QString& line)
{
    static const QRegularExpression pattern(
        QStringLiteral("^\\s*\\|?\\s*:?-+:?\\s*(?:\\|\\s*:?-+:?\\s*)*\\|?\\s*$"));
    return line.contains(QLatin1Char('|')) && pattern.match(line).hasMatch();
}

QStringList tableCells(const QString& line)
{
    QString inner = line.trimmed();
    if (inner.startsWith(QLatin1Char('|')))
        inner.remove(0, 1);
    if (inner.endsWith(QLatin1Char('|')))
        inner.chop(1);
    QStringList cells;
    for (const QString& cell : inner.split(QLatin1Char('|')))
        cells << cell.trimmed();
    return cells;
}

} // namespace moru
