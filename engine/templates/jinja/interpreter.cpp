// Statements. Expressions are in evaluate.cpp.
#include "engine/templates/jinja/interpreter.h"

#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/operators.h"
#include "engine/templates/jinja/value_text.h"

#include <fmt/core.h>

namespace moru::jinja {

namespace {

/// "for a, b in …" and "set a, b = …".
void assign(Scope& scope, std::span<const std::string> targets, const Value& value)
{
    if (targets.size() == 1) {
        scope.set(targets.front(), value);
        return;
    }
    if (!value.is(Value::Kind::List) || value.asList().size() != targets.size())
        fail(fmt::format("a value cannot be unpacked into {} variables", targets.size()));
    for (std::size_t i = 0; i < targets.size(); ++i)
        scope.set(targets[i], value.asList()[i]);
}

/// What a template sees as "loop".
Value loopState(const List& items, std::size_t at)
{
    const auto index = static_cast<std::int64_t>(at);
    const auto count = std::ssize(items);
    Dict loop;
    loop.set("index", Value::integer(index + 1));
    loop.set("index0", Value::integer(index));
    loop.set("revindex", Value::integer(count - index));
    loop.set("revindex0", Value::integer(count - index - 1));
    loop.set("first", Value::boolean(at == 0));
    loop.set("last", Value::boolean(index + 1 == count));
    loop.set("length", Value::integer(count));
    if (at > 0)
        loop.set("previtem", items[at - 1]);
    if (at + 1 < items.size())
        loop.set("nextitem", items[at + 1]);
    return Value::dict(std::move(loop));
}

} // namespace

Interpreter::Interpreter(Budget& budget)
    : budget_(budget)
{
}

MarkedText Interpreter::run(const Body& body, const std::shared_ptr<Scope>& globals)
{
    MarkedText out;
    runBody(body, globals, out);
    return out;
}

Interpreter::Flow Interpreter::runBody(const Body& body, const ScopePtr& scope, MarkedText& out)
{
    const Budget::Level level(budget_);
    for (const Statement& statement : body) {
        budget_.spend(1);
        try {
            const auto run = [&](const auto& node) { return runStatement(node, scope, out); };
            if (const Flow flow = std::visit(run, statement.node); flow != Flow::Next)
                return flow;
        } catch (JinjaError& error) {
            error.placeAt(statement.offset);
            throw;
        }
    }
    return Flow::Next;
}

void Interpreter::write(MarkedText& out, const MarkedText& text)
{
    budget_.spendText(text.bytes().size());
    out.append(text);
    if (out.bytes().size() > Budget::kTextBytes)
        budget_.spendText(out.bytes().size());
}

Interpreter::Flow Interpreter::runStatement(const TextOutput& statement, const ScopePtr&, MarkedText& out)
{
    write(out, MarkedText(statement.text));
    return Flow::Next;
}

Interpreter::Flow Interpreter::runStatement(const Output& statement, const ScopePtr& scope, MarkedText& out)
{
    write(out, toText(evaluate(*statement.value, scope), budget_));
    return Flow::Next;
}

Interpreter::Flow Interpreter::runStatement(const If& statement, const ScopePtr& scope, MarkedText& out)
{
    for (const auto& [condition, body] : statement.branches) {
        if (evaluate(*condition, scope).isTrue())
            return runBody(body, scope, out);
    }
    return runBody(statement.otherwise, scope, out);
}

List Interpreter::loopItems(const For& loop, const ScopePtr& scope)
{
    List items = itemsOf(evaluate(*loop.items, scope), budget_);
    if (!loop.filter)
        return items;
    List kept;
    for (Value& item : items) {
        budget_.spendItems(1);
        const auto inner = std::make_shared<Scope>(scope);
        assign(*inner, loop.targets, item);
        if (evaluate(*loop.filter, inner).isTrue())
            kept.push_back(std::move(item));
    }
    return kept;
}

Interpreter::Flow Interpreter::runStatement(const For& statement, const ScopePtr& scope, MarkedText& out)
{
    const List items = loopItems(statement, scope);
    if (items.empty())
        return runBody(statement.otherwise, scope, out);
    for (std::size_t at = 0; at < items.size(); ++at) {
        budget_.spendItems(1);
        const auto inner = std::make_shared<Scope>(scope);
        assign(*inner, statement.targets, items[at]);
        inner->set("loop", loopState(items, at));
        if (runBody(statement.body, inner, out) == Flow::Break)
            break;
    }
    return Flow::Next;
}

Interpreter::Flow Interpreter::runStatement(const Set& statement, const ScopePtr& scope, MarkedText&)
{
    Value value;
    if (statement.value) {
        value = evaluate(*statement.value, scope);
    } else {
        MarkedText text;
        runBody(statement.body, scope, text);
        value = Value::text(std::move(text));
    }
    if (statement.attribute.empty()) {
        assign(*scope, statement.targets, value);
        return Flow::Next;
    }
    const Value target = scope->find(statement.targets.front());
    if (!target.is(Value::Kind::Namespace))
        fail("cannot assign attribute on non-namespace object");
    value.checkMayBeHeld();
    target.asNamespace().set(statement.attribute, std::move(value));
    return Flow::Next;
}

Interpreter::Flow Interpreter::runStatement(const Macro& statement, const ScopePtr& scope, MarkedText&)
{
    // The scope holds the macro, so the macro must not hold the scope.
    const std::weak_ptr<Scope> home = scope;
    scope->set(statement.name, Value::function([this, &statement, home](const Arguments& arguments) {
        const ScopePtr outer = home.lock();
        if (!outer)
            fail(fmt::format("the macro \"{}\" is called outside of where it was defined", statement.name));
        return callMacro(statement, outer, arguments);
    }));
    return Flow::Next;
}

Value Interpreter::callMacro(const Macro& macro, const ScopePtr& scope, const Arguments& arguments)
{
    if (arguments.positional.size() > macro.parameters.size())
        fail(fmt::format(
            "macro '{}' takes not more than {} argument(s)", macro.name, macro.parameters.size()));
    const auto inner = std::make_shared<Scope>(scope);
    for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
        const auto& [name, otherwise] = macro.parameters[i];
        if (const Value* given = arguments.find(i, name))
            inner->set(name, *given);
        else
            inner->set(name,
                otherwise ? evaluate(*otherwise, inner) : Value::undefined("a parameter was not provided"));
    }
    MarkedText text;
    runBody(macro.body, inner, text);
    return Value::text(std::move(text));
}

Interpreter::Flow Interpreter::runStatement(const Break&, const ScopePtr&, MarkedText&)
{
    return Flow::Break;
}

Interpreter::Flow Interpreter::runStatement(const Continue&, const ScopePtr&, MarkedText&)
{
    return Flow::Continue;
}

} // namespace moru::jinja
