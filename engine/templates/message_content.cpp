#include "engine/templates/message_content.h"

#include <algorithm>

namespace moru {

bool hasListContent(const ChatMessage& message)
{
    if (message.contentIsList || message.content.size() > 1)
        return true;
    return !message.content.empty() && message.content.front().kind == ContentPart::Kind::Image;
}

std::string joinedText(const ChatMessage& message)
{
    std::string text;
    for (const ContentPart& part : message.content) {
        if (part.kind == ContentPart::Kind::Text)
            text += part.text;
    }
    return text;
}

std::optional<ToolResponse> toolResponseIn(std::string_view content)
{
    if (!content.starts_with(ToolResponse::kBegin) || !content.ends_with(ToolResponse::kEnd))
        return std::nullopt;
    content.remove_prefix(ToolResponse::kBegin.size());
    content.remove_suffix(ToolResponse::kEnd.size());
    return ToolResponse { content };
}

Result<std::string> plainText(const ChatMessage& message, const PromptOptions& options)
{
    if (std::ranges::count(message.content, ContentPart::Kind::Image, &ContentPart::kind) > 0)
        return failure(
            ErrorCode::TemplateRejected, "", "this model's chat template has no place for pictures");
    if (!options.repair && hasListContent(message))
        return failure(ErrorCode::TemplateRejected, "", "content must be one text, not a list of parts");
    return joinedText(message);
}

Result<void> checkRequest(std::span<const ChatMessage> messages, const PromptOptions& options)
{
    if (options.continueFinalMessage && messages.empty())
        return failure(ErrorCode::TemplateRejected, "", "there is no message to continue");
    if (!options.repair) {
        if (options.continueFinalMessage && options.addGenerationPrompt)
            return failure(ErrorCode::InvalidRequest, "continue_final_message",
                "a prompt cannot both continue the last message and begin a new one");
        return {};
    }
    for (const ChatMessage& message : messages) {
        if (message.role != "system" && message.role != "user" && message.role != "assistant")
            return failure(ErrorCode::TemplateRejected, "",
                "the role \"{}\" is not system, user or assistant", message.role);
    }
    return {};
}

std::unexpected<Error> cannotContinue()
{
    return failure(ErrorCode::TemplateRejected, "continue_final_message",
        "the last message cannot be continued: the chat template does not show it as it is");
}

} // namespace moru
