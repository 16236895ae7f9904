#pragma once

#include "engine/templates/jinja/syntax_tree.h"
#include "engine/templates/jinja/token_reader.h"

#include <string_view>

namespace moru::jinja {

/// Reads expressions by Jinja's precedence, loosest first:
/// a if b else c · or · and · not · comparison, in · + - · ~ · * / // % · ** · sign · call, index, filter,
/// test. Throws JinjaError.
class ExpressionParser {
public:
    explicit ExpressionParser(TokenReader& tokens);

    [[nodiscard]] ExpressionPtr parse();

    /// "a, b" is a list of two; one expression without a comma is itself.
    [[nodiscard]] ExpressionPtr parseTuple();

    /// An expression that a following "if" does not belong to: the items of a for loop.
    [[nodiscard]] ExpressionPtr parseWithoutConditional() { return parseOr(); }

private:
    class Nesting;

    ExpressionPtr parseOr();
    ExpressionPtr parseAnd();
    ExpressionPtr parseNot();
    ExpressionPtr parseComparison();
    ExpressionPtr parseSum();
    ExpressionPtr parseConcatenation();
    ExpressionPtr parseProduct();
    ExpressionPtr parsePower();
    ExpressionPtr parseUnary(bool withFilters);
    ExpressionPtr parsePrimary();
    ExpressionPtr parsePostfix(ExpressionPtr expression);
    ExpressionPtr parseFilters(ExpressionPtr expression);
    ExpressionPtr parseSubscript(ExpressionPtr object);
    ExpressionPtr parseTest(ExpressionPtr input);
    ExpressionPtr parseString();
    ExpressionPtr parseList();
    ExpressionPtr parseDict();
    ExpressionPtr parseParenthesis();
    CallArguments parseArguments();
    bool startsTestArgument() const;
    std::string takeComparison();

    TokenReader& tokens_;
    int depth_ = 0;
};

} // namespace moru::jinja
