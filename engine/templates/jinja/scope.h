#pragma once

#include "engine/templates/jinja/value.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moru::jinja {

/// Variables of the template, of one round of a loop, or of one call of a macro. Setting never reaches
/// outwards.
class Scope {
public:
    Scope() = default;
    explicit Scope(std::shared_ptr<const Scope> outer);

    /// Undefined, with the name as the reason, when nobody set it.
    [[nodiscard]] Value find(std::string_view name) const;
    void set(std::string_view name, Value value);

private:
    std::shared_ptr<const Scope> outer_;
    std::vector<std::pair<std::string, Value>> variables_;
};

} // namespace moru::jinja
