#include "engine/templates/jinja/expression_lexer.h"

#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/string_literal.h"

#include <array>
#include <charconv>
#include <string>

namespace moru::jinja {

namespace {

constexpr int kMostTokens = 1000; ///< In one tag; the longest known has about a hundred.

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c);
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\v';
}

class ExpressionLexer {
public:
    ExpressionLexer(std::string_view source, std::size_t at, std::string_view end, std::vector<Token>& tokens)
        : source_(source)
        , end_(end)
        , begin_(at)
        , at_(at)
        , tokens_(tokens)
    {
    }

    std::size_t run()
    {
        while (true) {
            while (isBlank(charAt(0)))
                ++at_;
            if (at_ >= source_.size())
                failSyntax(begin_, "a tag does not end");
            if (brackets_ == 0 && isTagEnd())
                return at_;
            takeToken();
            // Every level of a syntax tree takes a token, so this bounds how deep a tree can be.
            if (++count_ > kMostTokens)
                failSyntax(begin_, "a tag is too long");
        }
    }

private:
    [[nodiscard]] char charAt(std::size_t ahead) const
    {
        return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
    }

    [[nodiscard]] bool isTagEnd() const
    {
        const std::string_view rest = source_.substr(at_);
        if (rest.starts_with(end_))
            return true;
        const bool hasControl = rest.starts_with('-') || (rest.starts_with('+') && end_ == "%}");
        return hasControl && rest.substr(1).starts_with(end_);
    }

    void add(Token::Kind kind, std::size_t length)
    {
        tokens_.push_back({ .kind = kind, .offset = at_, .text = std::string(source_.substr(at_, length)) });
        at_ += length;
    }

    void takeToken()
    {
        const char c = charAt(0);
        if (isDigit(c)) {
            takeNumber();
        } else if (isNameCharacter(c)) {
            std::size_t length = 1;
            while (isNameCharacter(charAt(length)))
                ++length;
            add(Token::Kind::Name, length);
        } else if (c == '"' || c == '\'') {
            Token token { .kind = Token::Kind::String, .offset = at_ };
            at_ = readStringLiteral(source_, at_, token.text);
            tokens_.push_back(std::move(token));
        } else {
            takeOperator();
        }
    }

    void takeNumber()
    {
        std::size_t length = 1;
        while (isDigit(charAt(length)))
            ++length;
        bool isReal = charAt(length) == '.' && isDigit(charAt(length + 1));
        if (isReal) {
            ++length;
            while (isDigit(charAt(length)))
                ++length;
        }
        const bool hasSign = charAt(length + 1) == '-' || charAt(length + 1) == '+';
        const std::size_t exponent = length + (hasSign ? 2 : 1);
        if ((charAt(length) == 'e' || charAt(length) == 'E') && isDigit(charAt(exponent))) {
            isReal = true;
            length = exponent;
            while (isDigit(charAt(length)))
                ++length;
        }
        const std::size_t offset = at_;
        add(isReal ? Token::Kind::Real : Token::Kind::Integer, length);
        Token& token = tokens_.back();
        const char* first = token.text.data();
        const char* last = first + token.text.size();
        const auto read
            = isReal ? std::from_chars(first, last, token.real) : std::from_chars(first, last, token.integer);
        if (read.ec != std::errc() || isNameCharacter(charAt(0)))
            failSyntax(offset, "this number cannot be read");
    }

    void takeOperator()
    {
        constexpr std::array<std::string_view, 25> kOperators { "**", "//", "==", "!=", "<=", ">=", "+", "-",
            "*", "/", "%", "~", "<", ">", "=", ".", ",", ":", "|", "(", ")", "[", "]", "{", "}" };
        const std::string_view rest = source_.substr(at_);
        for (const std::string_view spelling : kOperators) {
            if (!rest.starts_with(spelling))
                continue;
            if (spelling == "(" || spelling == "[" || spelling == "{")
                ++brackets_;
            if (spelling == ")" || spelling == "]" || spelling == "}")
                --brackets_;
            if (brackets_ < 0)
                failSyntax(at_, "a bracket is closed that was not opened");
            add(Token::Kind::Operator, spelling.size());
            return;
        }
        failSyntax(at_, "this character has no meaning here");
    }

    std::string_view source_;
    std::string_view end_;
    std::size_t begin_;
    std::size_t at_;
    int count_ = 0;
    int brackets_ = 0; ///< Open ones: "}}" inside a dictionary does not end the tag.
    std::vector<Token>& tokens_;
};

} // namespace

std::size_t lexExpression(
    std::string_view source, std::size_t at, std::string_view end, std::vector<Token>& tokens)
{
    return ExpressionLexer(source, at, end, tokens).run();
}

} // namespace moru::jinja
