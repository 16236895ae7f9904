#include "engine/templates/template_variables.h"

#include "engine/templates/message_content.h"
#include "engine/templates/python_text.h"

#include <algorithm>

namespace moru {

namespace {

using jinja::Dict;
using jinja::List;
using jinja::MarkedText;
using jinja::Value;

Value messageText(const std::string& text, std::string_view suffix)
{
    MarkedText marked = MarkedText::ofMessage(text);
    marked.append(suffix);
    return Value::text(std::move(marked));
}

/// A user's text; the marks of a tool response in it are the template's.
Value userText(const std::string& text, std::string_view suffix)
{
    const std::string_view trimmed = strip(text);
    const auto response = toolResponseIn(trimmed);
    if (!response)
        return messageText(text, suffix);
    const auto begin = static_cast<std::size_t>(trimmed.data() - text.data());
    MarkedText marked = MarkedText::ofMessage(text.substr(0, begin));
    marked.append(ToolResponse::kBegin);
    marked.append(MarkedText::ofMessage(std::string(response->inner)));
    marked.append(ToolResponse::kEnd);
    marked.append(MarkedText::ofMessage(text.substr(begin + trimmed.size())));
    marked.append(suffix);
    return Value::text(std::move(marked));
}

Value contentOf(const ChatMessage& message, std::string_view suffix)
{
    if (!hasListContent(message))
        return message.role == "user" ? userText(joinedText(message), suffix)
                                      : messageText(joinedText(message), suffix);
    const auto isText = [](const ContentPart& part) { return part.kind == ContentPart::Kind::Text; };
    const auto lastText = std::find_if(message.content.rbegin(), message.content.rend(), isText);
    List parts;
    for (const ContentPart& part : message.content) {
        Dict entry;
        entry.set("type", Value::text(std::string(isText(part) ? "text" : "image")));
        if (isText(part)) {
            const bool isLast = &part == &*lastText;
            entry.set("text", messageText(part.text, isLast ? suffix : std::string_view()));
        }
        parts.push_back(Value::dict(std::move(entry)));
    }
    return Value::list(std::move(parts));
}

Value roleOf(const ChatMessage& message)
{
    for (const std::string_view known : { "system", "user", "assistant", "tool" }) {
        if (message.role == known)
            return Value::text(message.role);
    }
    return messageText(message.role, {});
}

} // namespace

Dict templateVariables(
    std::span<const ChatMessage> messages, const PromptOptions& options, std::string_view finalSuffix)
{
    List list;
    for (const ChatMessage& message : messages) {
        const bool isLast = &message == &messages.back();
        Dict entry;
        entry.set("role", roleOf(message));
        entry.set("content", contentOf(message, isLast ? finalSuffix : std::string_view()));
        if (message.reasoning)
            entry.set("reasoning_content", messageText(*message.reasoning, {}));
        list.push_back(Value::dict(std::move(entry)));
    }
    Dict variables;
    variables.set("messages", Value::list(std::move(list)));
    variables.set("add_generation_prompt",
        Value::boolean(options.addGenerationPrompt && !options.continueFinalMessage));
    variables.set("tools", Value::none());
    variables.set("documents", Value::none());
    if (options.enableThinking)
        variables.set("enable_thinking", Value::boolean(*options.enableThinking));
    if (options.date)
        variables.set("date_string", Value::text(*options.date));
    return variables;
}

} // namespace moru
