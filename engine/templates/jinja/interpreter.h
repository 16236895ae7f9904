#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/scope.h"
#include "engine/templates/jinja/syntax_tree.h"

#include <memory>
#include <span>

namespace moru::jinja {

/// Walks a syntax tree once. Throws JinjaError with the place in the source.
class Interpreter {
public:
    explicit Interpreter(Budget& budget);

    [[nodiscard]] MarkedText run(const Body& body, const std::shared_ptr<Scope>& globals);

private:
    using ScopePtr = std::shared_ptr<Scope>;

    enum class Flow { Next, Break, Continue };

    Flow runBody(const Body& body, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const TextOutput& statement, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const Output& statement, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const If& statement, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const For& statement, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const Set& statement, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const Macro& statement, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const Break& statement, const ScopePtr& scope, MarkedText& out);
    Flow runStatement(const Continue& statement, const ScopePtr& scope, MarkedText& out);

    List loopItems(const For& loop, const ScopePtr& scope);
    Value callMacro(const Macro& macro, const ScopePtr& scope, const Arguments& arguments);
    void write(MarkedText& out, const MarkedText& text);

    Value evaluate(const Expression& expression, const ScopePtr& scope);
    Value evaluateNode(const Literal& node, const ScopePtr& scope);
    Value evaluateNode(const Name& node, const ScopePtr& scope);
    Value evaluateNode(const ListLiteral& node, const ScopePtr& scope);
    Value evaluateNode(const DictLiteral& node, const ScopePtr& scope);
    Value evaluateNode(const Attribute& node, const ScopePtr& scope);
    Value evaluateNode(const Subscript& node, const ScopePtr& scope);
    Value evaluateNode(const Slice& node, const ScopePtr& scope);
    Value evaluateNode(const Call& node, const ScopePtr& scope);
    Value evaluateNode(const Filter& node, const ScopePtr& scope);
    Value evaluateNode(const Test& node, const ScopePtr& scope);
    Value evaluateNode(const Unary& node, const ScopePtr& scope);
    Value evaluateNode(const Binary& node, const ScopePtr& scope);
    Value evaluateNode(const Comparison& node, const ScopePtr& scope);
    Value evaluateNode(const Logical& node, const ScopePtr& scope);
    Value evaluateNode(const Conditional& node, const ScopePtr& scope);

    Arguments evaluateArguments(const CallArguments& arguments, const ScopePtr& scope);

    Budget& budget_;
};

} // namespace moru::jinja
