#include "engine/templates/jinja/template.h"

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/globals.h"
#include "engine/templates/jinja/interpreter.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/lexer.h"
#include "engine/templates/jinja/statement_parser.h"

#include <algorithm>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

std::unexpected<Error> toError(const JinjaError& error, std::string_view source)
{
    std::string where;
    if (error.hasOffset && error.kind != JinjaError::Kind::Raised) {
        const std::string_view before = source.substr(0, error.offset);
        const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
        where = fmt::format("chat template, line {}, column {}", std::ranges::count(before, '\n') + 1,
            before.size() - lineStart + 1);
    }
    const bool refuses = error.kind == JinjaError::Kind::Raised || error.kind == JinjaError::Kind::Failed;
    return std::unexpected(
        Error { refuses ? ErrorCode::TemplateRejected : ErrorCode::InvalidTemplate, error.message, where });
}

} // namespace

Template::Template(std::string source, Body body)
    : source_(std::make_shared<const std::string>(std::move(source)))
    , body_(std::make_shared<const Body>(std::move(body)))
{
}

Result<Template> Template::parse(std::string_view source)
{
    std::string text = normalizedSource(source);
    try {
        Body body = parseTemplate(tokenize(text));
        return Template(std::move(text), std::move(body));
    } catch (const JinjaError& error) {
        return toError(error, text);
    }
}

Result<MarkedText> Template::render(const Dict& variables) const
{
    Budget budget;
    try {
        const auto globals = std::make_shared<Scope>();
        setGlobals(*globals, budget);
        for (const auto& [name, value] : variables.entries())
            globals->set(name, value);
        return Interpreter(budget).run(*body_, globals);
    } catch (const JinjaError& error) {
        return toError(error, *source_);
    }
}

} // namespace moru::jinja
