#include "engine/templates/jinja/lexer.h"

#include "engine/templates/jinja/expression_lexer.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/python_text.h"

namespace moru::jinja {

namespace {

enum class TagKind { Output, Statement, Comment };

class Lexer {
public:
    explicit Lexer(std::string_view source)
        : source_(source)
    {
    }

    std::vector<Token> run()
    {
        while (true) {
            const std::size_t tag = nextTag(at_);
            if (tag == std::string_view::npos)
                break;
            takeText(tag);
            at_ = tag;
            takeTag();
        }
        addText(at_, source_.substr(at_));
        tokens_.push_back({ .kind = Token::Kind::End, .offset = source_.size() });
        return std::move(tokens_);
    }

private:
    [[nodiscard]] char charAt(std::size_t at) const { return at < source_.size() ? source_[at] : '\0'; }

    [[nodiscard]] std::size_t nextTag(std::size_t from) const
    {
        for (std::size_t at = source_.find('{', from); at != std::string_view::npos;
            at = source_.find('{', at + 1)) {
            const char second = charAt(at + 1);
            if (second == '{' || second == '%' || second == '#')
                return at;
        }
        return std::string_view::npos;
    }

    void addText(std::size_t offset, std::string_view text)
    {
        if (!text.empty())
            tokens_.push_back({ .kind = Token::Kind::Text, .offset = offset, .text = std::string(text) });
    }

    /// The text before a tag, less the white space that the tag takes away.
    void takeText(std::size_t tag)
    {
        std::string_view text = source_.substr(at_, tag - at_);
        const char control = charAt(tag + 2);
        if (control == '-') {
            text = stripRight(text);
        } else if (control != '+' && charAt(tag + 1) != '{') {
            const std::size_t lineStart = text.rfind('\n') + 1; // npos + 1 is 0
            const bool startsLine = lineStart > 0 || lineStarting_;
            if (startsLine && strip(text.substr(lineStart)).empty())
                text = text.substr(0, lineStart);
        }
        addText(at_, text);
    }

    void takeTag()
    {
        const std::size_t begin = at_;
        const char second = charAt(at_ + 1);
        at_ += 2;
        const bool hasControl = charAt(at_) == '-' || (charAt(at_) == '+' && second != '{');
        if (hasControl)
            ++at_;
        if (second == '#') {
            const std::size_t end = source_.find("#}", at_);
            if (end == std::string_view::npos)
                failSyntax(begin, "a comment does not end");
            at_ = end;
            const char control = end > begin + 2 ? source_[end - 1] : '\0';
            closeTag(2, control, TagKind::Comment);
        } else if (second == '%' && takesRaw(begin)) {
            return;
        } else {
            takeExpressionTag(begin, second == '%' ? TagKind::Statement : TagKind::Output);
        }
    }

    void takeExpressionTag(std::size_t begin, TagKind kind)
    {
        const bool isStatement = kind == TagKind::Statement;
        tokens_.push_back({ .kind = isStatement ? Token::Kind::StatementBegin : Token::Kind::OutputBegin,
            .offset = begin });
        at_ = lexExpression(source_, at_, isStatement ? "%}" : "}}", tokens_);
        const char control = charAt(at_) == '-' || charAt(at_) == '+' ? charAt(at_) : '\0';
        tokens_.push_back(
            { .kind = isStatement ? Token::Kind::StatementEnd : Token::Kind::OutputEnd, .offset = at_ });
        closeTag(control ? 3 : 2, control, kind);
    }

    /// Steps over the end of a tag and the white space after it that it takes away.
    void closeTag(std::size_t length, char control, TagKind kind)
    {
        at_ += length;
        if (control == '-')
            at_ = static_cast<std::size_t>(stripLeft(source_.substr(at_)).data() - source_.data());
        else if (kind != TagKind::Output && control != '+' && charAt(at_) == '\n')
            ++at_;
        lineStarting_ = at_ > 0 && source_[at_ - 1] == '\n';
    }

    /// The end of a statement that is nothing but `word`, from `at`; npos if it is another one.
    [[nodiscard]] std::size_t statementEnd(std::size_t at, std::string_view word) const
    {
        const auto skipBlanks
            = [&] { at = static_cast<std::size_t>(stripLeft(source_.substr(at)).data() - source_.data()); };
        skipBlanks();
        if (!source_.substr(at).starts_with(word))
            return std::string_view::npos;
        at += word.size();
        skipBlanks();
        const std::size_t end = charAt(at) == '-' || charAt(at) == '+' ? at + 1 : at;
        return source_.substr(end).starts_with("%}") ? at : std::string_view::npos;
    }

    /// {% raw %} … {% endraw %}: everything between is text.
    bool takesRaw(std::size_t begin)
    {
        const std::size_t opened = statementEnd(at_, "raw");
        if (opened == std::string_view::npos)
            return false;
        const auto close = [&](std::size_t end) {
            at_ = end;
            const char control = charAt(at_) == '%' ? '\0' : charAt(at_);
            closeTag(control ? 3 : 2, control, TagKind::Statement);
        };
        close(opened);
        for (std::size_t tag = source_.find("{%", at_); tag != std::string_view::npos;
            tag = source_.find("{%", tag + 2)) {
            const bool hasControl = charAt(tag + 2) == '-' || charAt(tag + 2) == '+';
            const std::size_t end = statementEnd(tag + (hasControl ? 3 : 2), "endraw");
            if (end == std::string_view::npos)
                continue;
            takeText(tag);
            close(end);
            return true;
        }
        failSyntax(begin, "raw does not end");
    }

    std::string_view source_;
    std::size_t at_ = 0;
    bool lineStarting_ = true;
    std::vector<Token> tokens_;
};

} // namespace

std::string normalizedSource(std::string_view source)
{
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool isPair = source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n';
        if (!isPair)
            text.push_back(source[i] == '\r' ? '\n' : source[i]);
    }
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

std::vector<Token> tokenize(std::string_view source)
{
    return Lexer(source).run();
}

} // namespace moru::jinja
