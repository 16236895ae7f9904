#include "engine/templates/jinja/expression_parser.h"

#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/make_node.h"

#include <algorithm>
#include <array>

namespace moru::jinja {

namespace {

constexpr int kDeepest = 100; ///< Expressions inside expressions.

} // namespace

class ExpressionParser::Nesting {
public:
    explicit Nesting(ExpressionParser& parser)
        : parser_(parser)
    {
        if (++parser_.depth_ > kDeepest)
            failSyntax(parser_.tokens_.peek().offset, "the expression nests too deeply");
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    ExpressionParser& parser_;
};

ExpressionParser::ExpressionParser(TokenReader& tokens)
    : tokens_(tokens)
{
}

ExpressionPtr ExpressionParser::parse()
{
    const Nesting nesting(*this);
    ExpressionPtr value = parseOr();
    while (tokens_.isName("if")) {
        const std::size_t offset = tokens_.take().offset;
        ExpressionPtr condition = parseOr();
        ExpressionPtr otherwise = tokens_.takeName("else") ? parse() : nullptr;
        value
            = makeNode(offset, Conditional { std::move(condition), std::move(value), std::move(otherwise) });
    }
    return value;
}

ExpressionPtr ExpressionParser::parseTuple()
{
    const std::size_t offset = tokens_.peek().offset;
    ExpressionPtr first = parse();
    if (!tokens_.isOperator(","))
        return first;
    ListLiteral list;
    list.items.push_back(std::move(first));
    while (tokens_.takeOperator(",")) {
        const bool isOver = tokens_.is(Token::Kind::StatementEnd) || tokens_.is(Token::Kind::OutputEnd)
            || tokens_.isOperator(")");
        if (isOver)
            break;
        list.items.push_back(parse());
    }
    return makeNode(offset, std::move(list));
}

ExpressionPtr ExpressionParser::parseOr()
{
    ExpressionPtr left = parseAnd();
    while (tokens_.isName("or")) {
        const std::size_t offset = tokens_.take().offset;
        ExpressionPtr right = parseAnd();
        left = makeNode(offset, Logical { false, std::move(left), std::move(right) });
    }
    return left;
}

ExpressionPtr ExpressionParser::parseAnd()
{
    ExpressionPtr left = parseNot();
    while (tokens_.isName("and")) {
        const std::size_t offset = tokens_.take().offset;
        ExpressionPtr right = parseNot();
        left = makeNode(offset, Logical { true, std::move(left), std::move(right) });
    }
    return left;
}

ExpressionPtr ExpressionParser::parseNot()
{
    if (!tokens_.isName("not"))
        return parseComparison();
    const Nesting nesting(*this);
    const std::size_t offset = tokens_.take().offset;
    return makeNode(offset, Unary { "not", parseNot() });
}

std::string ExpressionParser::takeComparison()
{
    constexpr std::array<std::string_view, 6> kOperators { "==", "!=", "<=", ">=", "<", ">" };
    if (tokens_.is(Token::Kind::Operator)
        && std::ranges::find(kOperators, tokens_.peek().text) != kOperators.end())
        return tokens_.take().text;
    if (tokens_.takeName("in"))
        return "in";
    const bool isNotIn
        = tokens_.isName("not") && tokens_.peek(1).kind == Token::Kind::Name && tokens_.peek(1).text == "in";
    if (!isNotIn)
        return {};
    tokens_.take();
    tokens_.take();
    return "not in";
}

ExpressionPtr ExpressionParser::parseComparison()
{
    const std::size_t offset = tokens_.peek().offset;
    ExpressionPtr first = parseSum();
    Comparison comparison;
    for (std::string operation = takeComparison(); !operation.empty(); operation = takeComparison())
        comparison.rest.emplace_back(std::move(operation), parseSum());
    if (comparison.rest.empty())
        return first;
    comparison.first = std::move(first);
    return makeNode(offset, std::move(comparison));
}

ExpressionPtr ExpressionParser::parseSum()
{
    ExpressionPtr left = parseConcatenation();
    while (tokens_.isOperator("+") || tokens_.isOperator("-")) {
        const Token& token = tokens_.take();
        ExpressionPtr right = parseConcatenation();
        left = makeNode(token.offset, Binary { token.text, std::move(left), std::move(right) });
    }
    return left;
}

ExpressionPtr ExpressionParser::parseConcatenation()
{
    ExpressionPtr left = parseProduct();
    while (tokens_.isOperator("~")) {
        const Token& token = tokens_.take();
        ExpressionPtr right = parseProduct();
        left = makeNode(token.offset, Binary { token.text, std::move(left), std::move(right) });
    }
    return left;
}

ExpressionPtr ExpressionParser::parseProduct()
{
    ExpressionPtr left = parsePower();
    while (tokens_.isOperator("*") || tokens_.isOperator("/") || tokens_.isOperator("//")
        || tokens_.isOperator("%")) {
        const Token& token = tokens_.take();
        ExpressionPtr right = parsePower();
        left = makeNode(token.offset, Binary { token.text, std::move(left), std::move(right) });
    }
    return left;
}

ExpressionPtr ExpressionParser::parsePower()
{
    ExpressionPtr left = parseUnary(true);
    while (tokens_.isOperator("**")) {
        const Token& token = tokens_.take();
        ExpressionPtr right = parseUnary(true);
        left = makeNode(token.offset, Binary { token.text, std::move(left), std::move(right) });
    }
    return left;
}

ExpressionPtr ExpressionParser::parseUnary(bool withFilters)
{
    const Nesting nesting(*this);
    ExpressionPtr value;
    if (tokens_.isOperator("-") || tokens_.isOperator("+")) {
        const Token& token = tokens_.take();
        value = makeNode(token.offset, Unary { token.text, parseUnary(false) });
    } else {
        value = parsePostfix(parsePrimary());
    }
    return withFilters ? parseFilters(std::move(value)) : std::move(value);
}

} // namespace moru::jinja
