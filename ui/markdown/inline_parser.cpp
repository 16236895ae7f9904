#include "ui/markdown/inline_parser.h"

#include "ui/markdown/delimiter_runs.h"

#include <QUrl>

namespace moru {

namespace {

int runLength(const QString& source, qsizetype position)
{
    qsizetype end = position;
    while (end < source.size() && source[end] == source[position])
        ++end;
    return static_cast<int>(end - position);
}

bool isSafeLink(const QString& address)
{
    const QString scheme = QUrl(address).scheme();
    return scheme == QLatin1String("http") || scheme == QLatin1String("https")
        || scheme == QLatin1String("mailto");
}

class InlineScanner {
public:
    explicit InlineScanner(const QString& source)
        : source_(source)
    {
    }

    std::vector<InlineNode> scan()
    {
        while (at_ < source_.size())
            step();
        flushText();
        return std::move(nodes_);
    }

private:
    struct Bracket {
        std::size_t node; ///< The text node "[".
        bool isImage;
    };

    void step()
    {
        const QChar c = source_[at_];
        switch (c.unicode()) {
        case u'\\':
            escape();
            break;
        case u'`':
            code();
            break;
        case u'*':
        case u'_':
        case u'~':
            delimiters();
            break;
        case u'[':
            openBracket();
            break;
        case u']':
            closeBracket();
            break;
        case u'\n':
            lineEnd();
            break;
        default:
            text_ += c;
            ++at_;
        }
    }

    void escape()
    {
        const bool escapes = at_ + 1 < source_.size() && source_[at_ + 1].unicode() < 0x80
            && (source_[at_ + 1].isPunct() || source_[at_ + 1].isSymbol());
        text_ += escapes ? source_[at_ + 1] : source_[at_];
        at_ += escapes ? 2 : 1;
    }

    void code()
    {
        const int ticks = runLength(source_, at_);
        qsizetype end = at_ + ticks;
        while (end < source_.size()) {
            if (source_[end] != QLatin1Char('`')) {
                ++end;
                continue;
            }
            const int closing = runLength(source_, end);
            if (closing == ticks)
                break;
            end += closing;
        }
        if (end >= source_.size()) {
            text_ += source_.mid(at_, ticks);
            at_ += ticks;
            return;
        }
        flushText();
        QString content = source_.mid(at_ + ticks, end - at_ - ticks);
        content.replace(QLatin1Char('\n'), QLatin1Char(' '));
        if (content.size() > 2 && content.startsWith(QLatin1Char(' ')) && content.endsWith(QLatin1Char(' '))
            && !content.trimmed().isEmpty())
            content = content.mid(1, content.size() - 2);
        InlineNode node;
        node.kind = InlineNode::Kind::Code;
        node.text = content;
        nodes_.push_back(std::move(node));
        at_ = end + ticks;
    }

    void delimiters()
    {
        const int count = runLength(source_, at_);
        if (source_[at_] == QLatin1Char('~') && count != 2) {
            // A single tilde means "about" or a range far more often than strike-through, above all in
            // Korean.
            text_ += source_.mid(at_, count);
        } else {
            flushText();
            nodes_.push_back(delimiterNode(source_, at_, count));
        }
        at_ += count;
    }

    void openBracket()
    {
        const bool isImage = text_.endsWith(QLatin1Char('!'));
        if (isImage)
            text_.chop(1);
        flushText();
        brackets_.push_back({ nodes_.size(), isImage });
        InlineNode node;
        node.text = isImage ? QStringLiteral("![") : QStringLiteral("[");
        nodes_.push_back(std::move(node));
        ++at_;
    }

    void closeBracket()
    {
        const qsizetype end = at_ + 1 < source_.size() && source_[at_ + 1] == QLatin1Char('(')
            ? source_.indexOf(QLatin1Char(')'), at_ + 2)
            : -1;
        if (brackets_.empty() || end < 0) {
            if (!brackets_.empty())
                brackets_.pop_back();
            text_ += QLatin1Char(']');
            ++at_;
            return;
        }
        flushText();
        const Bracket bracket = brackets_.back();
        brackets_.pop_back();
        const QString address = source_.mid(at_ + 2, end - at_ - 2).section(QLatin1Char(' '), 0, 0);
        if (!isSafeLink(address)) {
            text_ += source_.mid(at_, end + 1 - at_);
        } else {
            nodes_[bracket.node].text.clear();
            if (!bracket.isImage)
                for (std::size_t i = bracket.node; i < nodes_.size(); ++i)
                    nodes_[i].link = address;
        }
        at_ = end + 1;
    }

    void lineEnd()
    {
        while (text_.endsWith(QLatin1Char(' ')))
            text_.chop(1);
        if (text_.endsWith(QLatin1Char('\\')))
            text_.chop(1);
        text_ += QChar::LineSeparator;
        ++at_;
        while (at_ < source_.size() && source_[at_] == QLatin1Char(' '))
            ++at_;
    }

    void flushText()
    {
        if (text_.isEmpty())
            return;
        InlineNode node;
        node.text = std::exchange(text_, {});
        nodes_.push_back(std::move(node));
    }

    const QString& source_;
    qsizetype at_ = 0;
    QString text_;
    std::vector<InlineNode> nodes_;
    std::vector<Bracket> brackets_;
};

InlineSpan spanOf(const InlineNode& node)
{
    InlineSpan span;
    span.text = node.kind == InlineNode::Kind::Delimiter ? QString(node.count, node.delimiter) : node.text;
    span.link = node.link;
    span.bold = node.bold;
    span.italic = node.italic;
    span.strike = node.strike;
    span.code = node.kind == InlineNode::Kind::Code;
    return span;
}

bool sameLook(const InlineSpan& a, const InlineSpan& b)
{
    return a.link == b.link && a.bold == b.bold && a.italic == b.italic && a.strike == b.strike
        && a.code == b.code;
}

} // namespace

std::vector<InlineSpan> parseInline(const QString& source)
{
    std::vector<InlineNode> nodes = InlineScanner(source).scan();
    resolveEmphasis(nodes);
    std::vector<InlineSpan> spans;
    for (const InlineNode& node : nodes) {
        InlineSpan span = spanOf(node);
        if (span.text.isEmpty())
            continue;
        if (!spans.empty() && sameLook(spans.back(), span))
            spans.back().text += span.text;
        else
            spans.push_back(std::move(span));
    }
    return spans;
}

} // namespace moru
