#include "engine/templates/jinja/token_reader.h"

#include "engine/templates/jinja/jinja_error.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

std::string describe(const Token& token)
{
    switch (token.kind) {
    case Token::Kind::Text:
        return "text";
    case Token::Kind::OutputBegin:
        return "\"{{\"";
    case Token::Kind::OutputEnd:
        return "\"}}\"";
    case Token::Kind::StatementBegin:
        return "\"{%\"";
    case Token::Kind::StatementEnd:
        return "\"%}\"";
    case Token::Kind::End:
        return "the end of the template";
    case Token::Kind::String:
        return "a text in quotes";
    default:
        return fmt::format("\"{}\"", token.text);
    }
}

} // namespace

TokenReader::TokenReader(std::vector<Token> tokens)
    : tokens_(std::move(tokens))
{
}

const Token& TokenReader::peek(std::size_t ahead) const
{
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool TokenReader::isOperator(std::string_view spelling) const
{
    return is(Token::Kind::Operator) && peek().text == spelling;
}

bool TokenReader::isName(std::string_view name) const
{
    return is(Token::Kind::Name) && peek().text == name;
}

const Token& TokenReader::take()
{
    const Token& token = peek();
    if (at_ + 1 < tokens_.size())
        ++at_;
    return token;
}

bool TokenReader::takeOperator(std::string_view spelling)
{
    const bool matches = isOperator(spelling);
    if (matches)
        take();
    return matches;
}

bool TokenReader::takeName(std::string_view name)
{
    const bool matches = isName(name);
    if (matches)
        take();
    return matches;
}

const Token& TokenReader::expect(Token::Kind kind, std::string_view what)
{
    if (!is(kind))
        refuse(what);
    return take();
}

void TokenReader::expectOperator(std::string_view spelling)
{
    if (!takeOperator(spelling))
        refuse(fmt::format("\"{}\"", spelling));
}

void TokenReader::expectName(std::string_view name)
{
    if (!takeName(name))
        refuse(fmt::format("\"{}\"", name));
}

void TokenReader::refuse(std::string_view expected) const
{
    failSyntax(peek().offset, fmt::format("{} where {} should be", describe(peek()), expected));
}

} // namespace moru::jinja
