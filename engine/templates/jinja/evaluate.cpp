// Expressions of the Interpreter.
#include "engine/templates/jinja/interpreter.h"

#include "engine/templates/jinja/filters.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/operators.h"
#include "engine/templates/jinja/text_methods.h"
#include "engine/templates/jinja/value_tests.h"

#include <fmt/core.h>

namespace moru::jinja {

using Kind = Value::Kind;

Value Interpreter::evaluate(const Expression& expression, const ScopePtr& scope)
{
    const Budget::Level level(budget_);
    budget_.spend(1);
    try {
        return std::visit([&](const auto& node) { return evaluateNode(node, scope); }, expression.node);
    } catch (JinjaError& error) {
        error.placeAt(expression.offset);
        throw;
    }
}

Value Interpreter::evaluateNode(const Literal& node, const ScopePtr&)
{
    return node.value;
}

Value Interpreter::evaluateNode(const Name& node, const ScopePtr& scope)
{
    return scope->find(node.name);
}

Value Interpreter::evaluateNode(const ListLiteral& node, const ScopePtr& scope)
{
    List items;
    for (const ExpressionPtr& item : node.items)
        items.push_back(evaluate(*item, scope));
    return Value::list(std::move(items));
}

Value Interpreter::evaluateNode(const DictLiteral& node, const ScopePtr& scope)
{
    Dict dict;
    for (const auto& [key, value] : node.entries) {
        const Value name = evaluate(*key, scope);
        if (!name.is(Kind::Text))
            fail("the keys of a dictionary must be texts");
        dict.set(name.asBytes(), evaluate(*value, scope));
    }
    return Value::dict(std::move(dict));
}

Value Interpreter::evaluateNode(const Attribute& node, const ScopePtr& scope)
{
    return attributeOf(evaluate(*node.object, scope), node.name);
}

Value Interpreter::evaluateNode(const Subscript& node, const ScopePtr& scope)
{
    const Value object = evaluate(*node.object, scope);
    if (object.is(Kind::Text))
        budget_.spendText(object.asBytes().size());
    return itemOf(object, evaluate(*node.index, scope));
}

Value Interpreter::evaluateNode(const Slice& node, const ScopePtr& scope)
{
    const Value object = evaluate(*node.object, scope);
    const auto bound
        = [&](const ExpressionPtr& part) { return part ? evaluate(*part, scope) : Value::none(); };
    const Value start = bound(node.start);
    const Value stop = bound(node.stop);
    return sliceOf(object, start, stop, bound(node.step), budget_);
}

Arguments Interpreter::evaluateArguments(const CallArguments& arguments, const ScopePtr& scope)
{
    Arguments values;
    for (const ExpressionPtr& argument : arguments.positional)
        values.positional.push_back(evaluate(*argument, scope));
    for (const auto& [name, argument] : arguments.named)
        values.named.emplace_back(name, evaluate(*argument, scope));
    return values;
}

Value Interpreter::evaluateNode(const Call& node, const ScopePtr& scope)
{
    Value callee;
    if (const auto* member = std::get_if<Attribute>(&node.callee->node)) {
        const Value object = evaluate(*member->object, scope);
        const Arguments arguments = evaluateArguments(node.arguments, scope);
        if (auto result = callMethod(object, member->name, arguments, budget_))
            return std::move(*result);
        callee = attributeOf(object, member->name);
    } else {
        callee = evaluate(*node.callee, scope);
    }
    if (callee.is(Kind::Undefined))
        fail(callee.whyUndefined());
    if (!callee.is(Kind::Function))
        fail(fmt::format("'{}' object is not callable", callee.typeName()));
    return callee.asFunction()(evaluateArguments(node.arguments, scope));
}

Value Interpreter::evaluateNode(const Filter& node, const ScopePtr& scope)
{
    const Value input = evaluate(*node.input, scope);
    return applyFilter(node.name, input, evaluateArguments(node.arguments, scope), budget_);
}

Value Interpreter::evaluateNode(const Test& node, const ScopePtr& scope)
{
    const Value input = evaluate(*node.input, scope);
    return Value::boolean(
        holds(node.name, input, evaluateArguments(node.arguments, scope), budget_) != node.isNegated);
}

Value Interpreter::evaluateNode(const Unary& node, const ScopePtr& scope)
{
    const Value value = evaluate(*node.operand, scope);
    if (node.operation == "not")
        return Value::boolean(!value.isTrue());
    return node.operation == "-" ? negated(value) : negated(negated(value));
}

Value Interpreter::evaluateNode(const Binary& node, const ScopePtr& scope)
{
    const Value left = evaluate(*node.left, scope);
    return calculate(node.operation, left, evaluate(*node.right, scope), budget_);
}

Value Interpreter::evaluateNode(const Comparison& node, const ScopePtr& scope)
{
    Value left = evaluate(*node.first, scope);
    for (const auto& [operation, next] : node.rest) {
        Value right = evaluate(*next, scope);
        if (!compare(operation, left, right, budget_))
            return Value::boolean(false);
        left = std::move(right);
    }
    return Value::boolean(true);
}

Value Interpreter::evaluateNode(const Logical& node, const ScopePtr& scope)
{
    Value left = evaluate(*node.left, scope);
    return left.isTrue() == node.isAnd ? evaluate(*node.right, scope) : left;
}

Value Interpreter::evaluateNode(const Conditional& node, const ScopePtr& scope)
{
    if (evaluate(*node.condition, scope).isTrue())
        return evaluate(*node.value, scope);
    if (node.otherwise)
        return evaluate(*node.otherwise, scope);
    return Value::undefined("the inline if-expression evaluated to false and no else section was defined");
}

} // namespace moru::jinja
