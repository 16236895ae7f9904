#pragma once

#include "engine/templates/jinja/syntax_tree.h"

#include <memory>
#include <utility>

namespace moru::jinja {

template <typename Node> ExpressionPtr makeNode(std::size_t offset, Node node)
{
    auto expression = std::make_unique<Expression>();
    expression->offset = offset;
    expression->node = std::move(node);
    return expression;
}

} // namespace moru::jinja
