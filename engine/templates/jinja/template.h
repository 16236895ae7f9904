#pragma once

#include "engine/api/error.h"
#include "engine/templates/jinja/syntax_tree.h"

#include <memory>
#include <string>
#include <string_view>

namespace moru::jinja {

/// A chat template in the language of Jinja 3.1, as far as chat templates use it, read like transformers
/// does: trim_blocks, lstrip_blocks, loop controls, raise_exception, strftime_now. It can reach nothing but
/// the variables it is given, and what it may spend is bounded (budget.h). Immutable, so threads may share
/// it.
class Template {
public:
    /// Errors: InvalidTemplate, `where` is the line and column.
    [[nodiscard]] static Result<Template> parse(std::string_view source);

    /// Errors: TemplateRejected when the template raises (its own message, no place) or an expression has no
    /// value; InvalidTemplate when it spends too much.
    [[nodiscard]] Result<MarkedText> render(const Dict& variables) const;

private:
    Template(std::string source, Body body);

    std::shared_ptr<const std::string> source_;
    std::shared_ptr<const Body> body_;
};

} // namespace moru::jinja
