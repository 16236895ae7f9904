#include "engine/templates/llama3.h"

#include "engine/templates/english_date.h"
#include "engine/templates/message_content.h"
#include "engine/templates/prompt_writer.h"
#include "engine/templates/python_text.h"

#include <nlohmann/json.hpp>

namespace moru {

namespace {

void writeHeader(PromptWriter& writer, std::string_view role)
{
    const bool isOurs = role == "system" || role == "user" || role == "assistant" || role == "ipython";
    writer.markup("<|start_header_id|>");
    if (isOurs)
        writer.markup(role);
    else
        writer.message(role);
    writer.markup("<|end_header_id|>\n\n");
}

/// Results of tools are written as JSON, a text as a quoted string.
std::string quoted(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Llama3Format final : public PromptFormat {
public:
    std::string_view name() const override { return "llama3"; }
    bool hasThinkingSwitch() const override { return false; }
    bool hasSystemRole() const override { return true; }
    std::string_view endOfTurn() const override { return "<|eot_id|>"; }
    std::string_view thinkingStart() const override { return {}; }
    std::string_view thinkingEnd() const override { return {}; }

    Result<RenderedPrompt> render(
        std::span<const ChatMessage> messages, const PromptOptions& options) const override;
};

Result<RenderedPrompt> Llama3Format::render(
    std::span<const ChatMessage> messages, const PromptOptions& options) const
{
    if (auto checked = checkRequest(messages, options); !checked)
        return std::unexpected(checked.error());
    if (messages.empty())
        return failure(ErrorCode::TemplateRejected, "", "there are no messages");

    PromptWriter writer;
    const auto staysOpen = [&](const ChatMessage& message) {
        return options.continueFinalMessage && &message == &messages.back();
    };
    writer.markup("<|begin_of_text|>");
    writeHeader(writer, "system");
    writer.markup("Cutting Knowledge Date: December 2023\nToday Date: ");
    writer.markup(options.date ? *options.date : todayInEnglish());
    writer.markup("\n\n");

    const bool hasSystemText = messages.front().role == "system";
    if (hasSystemText) {
        const auto text = plainText(messages.front(), options);
        if (!text)
            return std::unexpected(text.error());
        writer.message(strip(*text));
        if (staysOpen(messages.front())) {
            writer.trimEnd();
            return writer.take();
        }
    }
    writer.markup("<|eot_id|>");
    for (const ChatMessage& message : messages.subspan(hasSystemText ? 1 : 0)) {
        const auto text = plainText(message, options);
        if (!text)
            return std::unexpected(text.error());
        const bool isToolResult = message.role == "tool" || message.role == "ipython";
        writeHeader(writer, isToolResult ? "ipython" : std::string_view(message.role));
        writer.message(isToolResult ? quoted(*text) : std::string(strip(*text)));
        if (staysOpen(message)) {
            writer.trimEnd();
            return writer.take();
        }
        writer.markup("<|eot_id|>");
    }
    if (options.addGenerationPrompt)
        writeHeader(writer, "assistant");
    return writer.take();
}

} // namespace

std::shared_ptr<const PromptFormat> llama3Format()
{
    return std::make_shared<Llama3Format>();
}

} // namespace moru
