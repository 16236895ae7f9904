// The tightest part of ExpressionParser: literals, calls, indices, filters and tests.
#include "engine/templates/jinja/expression_parser.h"

#include "engine/templates/jinja/filters.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/make_node.h"
#include "engine/templates/jinja/value_tests.h"

#include <fmt/core.h>

namespace moru::jinja {

ExpressionPtr ExpressionParser::parsePrimary()
{
    const Token& token = tokens_.peek();
    switch (token.kind) {
    case Token::Kind::Name: {
        tokens_.take();
        const std::string& name = token.text;
        if (name == "true" || name == "True")
            return makeNode(token.offset, Literal { Value::boolean(true) });
        if (name == "false" || name == "False")
            return makeNode(token.offset, Literal { Value::boolean(false) });
        if (name == "none" || name == "None")
            return makeNode(token.offset, Literal { Value::none() });
        return makeNode(token.offset, Name { name });
    }
    case Token::Kind::String:
        return parseString();
    case Token::Kind::Integer:
        tokens_.take();
        return makeNode(token.offset, Literal { Value::integer(token.integer) });
    case Token::Kind::Real:
        tokens_.take();
        return makeNode(token.offset, Literal { Value::real(token.real) });
    default:
        break;
    }
    if (tokens_.isOperator("("))
        return parseParenthesis();
    if (tokens_.isOperator("["))
        return parseList();
    if (tokens_.isOperator("{"))
        return parseDict();
    tokens_.refuse("a value");
}

ExpressionPtr ExpressionParser::parseString()
{
    const std::size_t offset = tokens_.peek().offset;
    std::string text;
    while (tokens_.is(Token::Kind::String)) // neighbours are one text
        text += tokens_.take().text;
    return makeNode(offset, Literal { Value::text(std::move(text)) });
}

ExpressionPtr ExpressionParser::parseList()
{
    ListLiteral list;
    const std::size_t offset = tokens_.take().offset;
    while (!tokens_.isOperator("]")) {
        list.items.push_back(parse());
        if (!tokens_.takeOperator(","))
            break;
    }
    tokens_.expectOperator("]");
    return makeNode(offset, std::move(list));
}

ExpressionPtr ExpressionParser::parseDict()
{
    DictLiteral dict;
    const std::size_t offset = tokens_.take().offset;
    while (!tokens_.isOperator("}")) {
        ExpressionPtr key = parse();
        tokens_.expectOperator(":");
        dict.entries.emplace_back(std::move(key), parse());
        if (!tokens_.takeOperator(","))
            break;
    }
    tokens_.expectOperator("}");
    return makeNode(offset, std::move(dict));
}

ExpressionPtr ExpressionParser::parseParenthesis()
{
    const std::size_t offset = tokens_.take().offset;
    if (tokens_.takeOperator(")"))
        return makeNode(offset, ListLiteral {});
    ExpressionPtr inner = parseTuple();
    tokens_.expectOperator(")");
    return inner;
}

ExpressionPtr ExpressionParser::parsePostfix(ExpressionPtr expression)
{
    while (true) {
        const std::size_t offset = tokens_.peek().offset;
        if (tokens_.takeOperator(".")) {
            if (tokens_.is(Token::Kind::Integer)) {
                ExpressionPtr index = makeNode(offset, Literal { Value::integer(tokens_.take().integer) });
                expression = makeNode(offset, Subscript { std::move(expression), std::move(index) });
            } else {
                std::string name = tokens_.expect(Token::Kind::Name, "a name").text;
                expression = makeNode(offset, Attribute { std::move(expression), std::move(name) });
            }
        } else if (tokens_.takeOperator("[")) {
            expression = parseSubscript(std::move(expression));
        } else if (tokens_.isOperator("(")) {
            expression = makeNode(offset, Call { std::move(expression), parseArguments() });
        } else {
            return expression;
        }
    }
}

ExpressionPtr ExpressionParser::parseSubscript(ExpressionPtr object)
{
    const std::size_t offset = tokens_.peek().offset;
    const auto partEnds = [&] { return tokens_.isOperator(":") || tokens_.isOperator("]"); };
    ExpressionPtr start = partEnds() ? nullptr : parse();
    if (start && tokens_.takeOperator("]"))
        return makeNode(offset, Subscript { std::move(object), std::move(start) });
    Slice slice;
    slice.object = std::move(object);
    slice.start = std::move(start);
    tokens_.expectOperator(":");
    if (!partEnds())
        slice.stop = parse();
    if (tokens_.takeOperator(":") && !partEnds())
        slice.step = parse();
    tokens_.expectOperator("]");
    return makeNode(offset, std::move(slice));
}

CallArguments ExpressionParser::parseArguments()
{
    CallArguments arguments;
    tokens_.expectOperator("(");
    while (!tokens_.isOperator(")")) {
        const bool isNamed = tokens_.is(Token::Kind::Name) && tokens_.peek(1).kind == Token::Kind::Operator
            && tokens_.peek(1).text == "=";
        if (isNamed) {
            std::string name = tokens_.take().text;
            tokens_.take();
            arguments.named.emplace_back(std::move(name), parse());
        } else {
            arguments.positional.push_back(parse());
        }
        if (!tokens_.takeOperator(","))
            break;
    }
    tokens_.expectOperator(")");
    return arguments;
}

ExpressionPtr ExpressionParser::parseFilters(ExpressionPtr expression)
{
    while (true) {
        const std::size_t offset = tokens_.peek().offset;
        if (tokens_.takeOperator("|")) {
            Filter filter;
            filter.name = tokens_.expect(Token::Kind::Name, "the name of a filter").text;
            if (!isFilter(filter.name))
                failSyntax(offset, fmt::format("there is no filter \"{}\"", filter.name));
            if (tokens_.isOperator("("))
                filter.arguments = parseArguments();
            filter.input = std::move(expression);
            expression = makeNode(offset, std::move(filter));
        } else if (tokens_.takeName("is")) {
            expression = parseTest(std::move(expression));
        } else if (tokens_.isOperator("(")) {
            expression = makeNode(offset, Call { std::move(expression), parseArguments() });
        } else {
            return expression;
        }
    }
}

ExpressionPtr ExpressionParser::parseTest(ExpressionPtr input)
{
    Test test;
    test.isNegated = tokens_.takeName("not");
    const Token& name = tokens_.expect(Token::Kind::Name, "the name of a test");
    test.name = name.text;
    if (!isValueTest(test.name))
        failSyntax(name.offset, fmt::format("there is no test \"{}\"", test.name));
    if (tokens_.isOperator("("))
        test.arguments = parseArguments();
    else if (startsTestArgument())
        test.arguments.positional.push_back(parsePostfix(parsePrimary()));
    test.input = std::move(input);
    return makeNode(name.offset, std::move(test));
}

bool ExpressionParser::startsTestArgument() const
{
    switch (tokens_.peek().kind) {
    case Token::Kind::String:
    case Token::Kind::Integer:
    case Token::Kind::Real:
        return true;
    case Token::Kind::Name:
        return !tokens_.isName("else") && !tokens_.isName("or") && !tokens_.isName("and")
            && !tokens_.isName("if") && !tokens_.isName("is") && !tokens_.isName("in")
            && !tokens_.isName("not");
    default:
        return tokens_.isOperator("[") || tokens_.isOperator("{");
    }
}

} // namespace moru::jinja
