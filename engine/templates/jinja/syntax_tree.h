#pragma once

#include "engine/templates/jinja/value.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace moru::jinja {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct CallArguments {
    std::vector<ExpressionPtr> positional;
    std::vector<std::pair<std::string, ExpressionPtr>> named;
};

struct Literal {
    Value value;
};
struct Name {
    std::string name;
};
struct ListLiteral {
    std::vector<ExpressionPtr> items;
};
struct DictLiteral {
    std::vector<std::pair<ExpressionPtr, ExpressionPtr>> entries;
};
struct Attribute { ///< object.name
    ExpressionPtr object;
    std::string name;
};
struct Subscript { ///< object[index]
    ExpressionPtr object;
    ExpressionPtr index;
};
struct Slice { ///< object[start:stop:step]; null where left out
    ExpressionPtr object;
    ExpressionPtr start;
    ExpressionPtr stop;
    ExpressionPtr step;
};
struct Call {
    ExpressionPtr callee;
    CallArguments arguments;
};
struct Filter { ///< input | name(arguments)
    ExpressionPtr input;
    std::string name;
    CallArguments arguments;
};
struct Test { ///< input is [not] name(arguments)
    ExpressionPtr input;
    std::string name;
    CallArguments arguments;
    bool isNegated = false;
};
struct Unary { ///< "not", "-", "+"
    std::string operation;
    ExpressionPtr operand;
};
struct Binary { ///< arithmetic and "~"
    std::string operation;
    ExpressionPtr left;
    ExpressionPtr right;
};
struct Comparison { ///< first op next op next …: true when each neighbouring pair compares
    ExpressionPtr first;
    std::vector<std::pair<std::string, ExpressionPtr>> rest; ///< "==", "<", "in", "not in" …
};
struct Logical { ///< "and", "or": the value that decided
    bool isAnd = false;
    ExpressionPtr left;
    ExpressionPtr right;
};
struct Conditional { ///< value if condition else otherwise (null: undefined)
    ExpressionPtr condition;
    ExpressionPtr value;
    ExpressionPtr otherwise;
};

struct Expression {
    std::size_t offset = 0; ///< In the source, for errors.
    std::variant<Literal, Name, ListLiteral, DictLiteral, Attribute, Subscript, Slice, Call, Filter, Test,
        Unary, Binary, Comparison, Logical, Conditional>
        node;
};

struct Statement;
using Body = std::vector<Statement>;

struct TextOutput {
    std::string text;
};
struct Output {
    ExpressionPtr value;
};
struct If {
    std::vector<std::pair<ExpressionPtr, Body>> branches; ///< if, elif …
    Body otherwise;
};
struct For {
    std::vector<std::string> targets; ///< More than one unpack each item.
    ExpressionPtr items;
    ExpressionPtr filter; ///< for … if filter; null without
    Body body;
    Body otherwise; ///< When there was no item.
};
struct Set {
    std::vector<std::string> targets; ///< More than one unpack the value.
    std::string attribute; ///< set target.attribute = …, for namespaces
    ExpressionPtr value; ///< Null: the text that `body` makes.
    Body body;
};
struct Macro {
    std::string name;
    std::vector<std::pair<std::string, ExpressionPtr>> parameters; ///< With default, or null.
    Body body;
};
struct Break { };
struct Continue { };

struct Statement {
    std::size_t offset = 0;
    std::variant<TextOutput, Output, If, For, Set, Macro, Break, Continue> node;
};

} // namespace moru::jinja
