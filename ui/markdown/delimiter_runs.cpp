#include "ui/markdown/delimiter_runs.h"

#include <QChar>

namespace moru {

namespace {

char32_t codePointBefore(const QString& source, qsizetype position)
{
    if (position <= 0)
        return U'\n';
    const QChar last = source[position - 1];
    if (last.isLowSurrogate() && position >= 2)
        return QChar::surrogateToUcs4(source[position - 2], last);
    return last.unicode();
}

char32_t codePointAt(const QString& source, qsizetype position)
{
    if (position >= source.size())
        return U'\n';
    const QChar first = source[position];
    if (first.isHighSurrogate() && position + 1 < source.size())
        return QChar::surrogateToUcs4(first, source[position + 1]);
    return first.unicode();
}

bool isSpace(char32_t c)
{
    return QChar::isSpace(c);
}

bool isPunctuation(char32_t c)
{
    return QChar::isPunct(c) || QChar::isSymbol(c);
}

bool isCjkLetter(char32_t c)
{
    switch (QChar::script(c)) {
    case QChar::Script_Hangul:
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo:
        return !isPunctuation(c);
    default:
        return false;
    }
}

/// Whether the rule of three forbids this pair: a run that can do both must not pair with one when their
/// lengths add up to a multiple of three, unless both are.
bool forbiddenByThree(const InlineNode& opener, const InlineNode& closer)
{
    if (!opener.canClose && !closer.canOpen)
        return false;
    return (opener.originalCount + closer.originalCount) % 3 == 0
        && !(opener.originalCount % 3 == 0 && closer.originalCount % 3 == 0);
}

void mark(std::vector<InlineNode>& nodes, std::size_t first, std::size_t last, QChar delimiter, int used)
{
    for (std::size_t i = first; i < last; ++i) {
        if (delimiter == QLatin1Char('~'))
            nodes[i].strike = true;
        else if (used == 2)
            nodes[i].bold = true;
        else
            nodes[i].italic = true;
    }
}

/// Index of the nearest run that can be closed by `nodes[closer]`, or `closer` itself when there is none.
std::size_t findOpener(const std::vector<InlineNode>& nodes, std::size_t closer)
{
    for (std::size_t i = closer; i-- > 0;) {
        const InlineNode& node = nodes[i];
        if (node.kind != InlineNode::Kind::Delimiter || node.count == 0 || !node.canOpen
            || node.delimiter != nodes[closer].delimiter)
            continue;
        if (node.delimiter == QLatin1Char('~') ? node.count == nodes[closer].count
                                               : !forbiddenByThree(node, nodes[closer]))
            return i;
    }
    return closer;
}

} // namespace

InlineNode delimiterNode(const QString& source, qsizetype position, int count)
{
    const char32_t before = codePointBefore(source, position);
    const char32_t after = codePointAt(source, position + count);
    const bool looseBefore = isSpace(before) || isPunctuation(before) || isCjkLetter(before);
    const bool looseAfter = isSpace(after) || isPunctuation(after) || isCjkLetter(after);
    const bool leftFlanking = !isSpace(after) && (!isPunctuation(after) || looseBefore);
    const bool rightFlanking = !isSpace(before) && (!isPunctuation(before) || looseAfter);

    InlineNode node;
    node.kind = InlineNode::Kind::Delimiter;
    node.delimiter = source[position];
    node.count = node.originalCount = count;
    if (node.delimiter == QLatin1Char('_')) {
        node.canOpen = leftFlanking && (!rightFlanking || isPunctuation(before));
        node.canClose = rightFlanking && (!leftFlanking || isPunctuation(after));
    } else {
        node.canOpen = leftFlanking;
        node.canClose = rightFlanking;
    }
    return node;
}

void resolveEmphasis(std::vector<InlineNode>& nodes)
{
    for (std::size_t closer = 0; closer < nodes.size(); ++closer) {
        while (nodes[closer].kind == InlineNode::Kind::Delimiter && nodes[closer].canClose
            && nodes[closer].count > 0) {
            const std::size_t opener = findOpener(nodes, closer);
            if (opener == closer)
                break;
            const int used = nodes[opener].count >= 2 && nodes[closer].count >= 2 ? 2 : 1;
            mark(nodes, opener + 1, closer, nodes[closer].delimiter, used);
            // Runs between the two cannot pair with anything outside any more.
            for (std::size_t i = opener + 1; i < closer; ++i)
                nodes[i].canOpen = nodes[i].canClose = false;
            nodes[opener].count -= used;
            nodes[closer].count -= used;
        }
    }
}

} // namespace moru
