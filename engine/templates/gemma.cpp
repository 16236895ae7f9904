#include "engine/templates/gemma.h"

#include "engine/templates/message_content.h"
#include "engine/templates/prompt_writer.h"
#include "engine/templates/python_text.h"
#include "engine/templates/repair.h"

namespace moru {

namespace {

struct GemmaRules {
    std::string_view name;
    bool movesSystemText; ///< The template itself does what repair does for the others.
    bool readsParts; ///< Content may be a list with pictures.
};

class GemmaFormat final : public PromptFormat {
public:
    explicit GemmaFormat(const GemmaRules& rules)
        : rules_(rules)
    {
    }

    std::string_view name() const override { return rules_.name; }
    bool hasThinkingSwitch() const override { return false; }
    bool hasSystemRole() const override { return false; }
    std::string_view endOfTurn() const override { return "<end_of_turn>"; }
    std::string_view thinkingStart() const override { return {}; }
    std::string_view thinkingEnd() const override { return {}; }

    Result<RenderedPrompt> render(
        std::span<const ChatMessage> messages, const PromptOptions& options) const override;

private:
    Result<void> writeTurns(
        PromptWriter& writer, std::span<const ChatMessage> messages, const PromptOptions& options) const;
    Result<void> writeContent(
        PromptWriter& writer, const ChatMessage& message, const PromptOptions& options) const;
    Result<std::string> systemText(const ChatMessage& message, const PromptOptions& options) const;

    GemmaRules rules_;
};

Result<RenderedPrompt> GemmaFormat::render(
    std::span<const ChatMessage> messages, const PromptOptions& options) const
{
    if (auto checked = checkRequest(messages, options); !checked)
        return std::unexpected(checked.error());
    PromptWriter writer;
    RepairedMessages repaired;
    if (options.repair) {
        repaired = alternateTurns(messages);
        messages = repaired.messages;
        for (const PromptRepair repair : repaired.repairs)
            writer.repaired(repair);
    }
    if (auto written = writeTurns(writer, messages, options); !written)
        return std::unexpected(written.error());
    return writer.take();
}

Result<void> GemmaFormat::writeTurns(
    PromptWriter& writer, std::span<const ChatMessage> messages, const PromptOptions& options) const
{
    if (messages.empty())
        return failure(ErrorCode::TemplateRejected, "", "there are no messages");
    writer.markup("<bos>");
    std::optional<std::string> system;
    if (messages.front().role == "system") {
        if (!rules_.movesSystemText && !options.repair)
            return failure(ErrorCode::TemplateRejected, "", "System role not supported");
        auto text = systemText(messages.front(), options);
        if (!text)
            return std::unexpected(text.error());
        system = std::move(*text);
        messages = messages.subspan(1);
        writer.repaired(PromptRepair::SystemTextMovedIntoUserTurn);
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const ChatMessage& message = messages[i];
        if ((message.role == "user") != (i % 2 == 0))
            return failure(ErrorCode::TemplateRejected, "",
                "Conversation roles must alternate user/assistant/user/assistant/...");
        writer.markup("<start_of_turn>");
        if (message.role == "user")
            writer.markup("user");
        else if (message.role == "assistant")
            writer.markup("model");
        else
            writer.message(message.role);
        writer.markup("\n");
        if (i == 0 && system) {
            writer.message(*system);
            writer.markup("\n\n");
        }
        if (auto written = writeContent(writer, message, options); !written)
            return written;
        if (options.continueFinalMessage && i + 1 == messages.size()) {
            writer.trimEnd();
            return {};
        }
        writer.markup("<end_of_turn>\n");
    }
    if (options.continueFinalMessage)
        return cannotContinue();
    if (options.addGenerationPrompt)
        writer.markup("<start_of_turn>model\n");
    return {};
}

Result<void> GemmaFormat::writeContent(
    PromptWriter& writer, const ChatMessage& message, const PromptOptions& options) const
{
    if (!rules_.readsParts || !hasListContent(message)) {
        const auto text = plainText(message, options);
        if (!text)
            return std::unexpected(text.error());
        writer.message(strip(*text));
        return {};
    }
    for (const ContentPart& part : message.content) {
        if (part.kind == ContentPart::Kind::Image)
            writer.markup("<start_of_image>");
        else
            writer.message(strip(part.text));
    }
    return {};
}

Result<std::string> GemmaFormat::systemText(const ChatMessage& message, const PromptOptions& options) const
{
    if (!rules_.readsParts || !hasListContent(message) || options.repair)
        return plainText(message, options);
    // The template takes the first part's text and nothing else.
    if (message.content.empty() || message.content.front().kind != ContentPart::Kind::Text)
        return failure(ErrorCode::TemplateRejected, "", "the system message does not begin with text");
    return message.content.front().text;
}

} // namespace

std::shared_ptr<const PromptFormat> gemmaFormat()
{
    return std::make_shared<GemmaFormat>(
        GemmaRules { .name = "gemma", .movesSystemText = false, .readsParts = false });
}

std::shared_ptr<const PromptFormat> gemma3Format()
{
    return std::make_shared<GemmaFormat>(
        GemmaRules { .name = "gemma3", .movesSystemText = true, .readsParts = true });
}

} // namespace moru
