#include "engine/templates/jinja/scope.h"

#include <fmt/core.h>

namespace moru::jinja {

Scope::Scope(std::shared_ptr<const Scope> outer)
    : outer_(std::move(outer))
{
}

Value Scope::find(std::string_view name) const
{
    for (const Scope* scope = this; scope; scope = scope->outer_.get()) {
        for (const auto& [known, value] : scope->variables_) {
            if (known == name)
                return value;
        }
    }
    return Value::undefined(fmt::format("'{}' is undefined", name));
}

void Scope::set(std::string_view name, Value value)
{
    for (auto& [known, old] : variables_) {
        if (known == name) {
            old = std::move(value);
            return;
        }
    }
    variables_.emplace_back(name, std::move(value));
}

} // namespace moru::jinja
