#include "engine/templates/chatml_content.h"

#include "engine/templates/message_content.h"
#include "engine/templates/python_text.h"

namespace moru {

namespace {

constexpr std::string_view kImage = "<|vision_start|><|image_pad|><|vision_end|>";

/// Trims the whole as one text: pictures are not white space, so only the texts before the first and after
/// the last of them can lose any.
void trimFragments(std::vector<ContentFragment>& fragments)
{
    while (!fragments.empty() && !fragments.front().isMarkup) {
        fragments.front().text = stripLeft(fragments.front().text);
        if (!fragments.front().text.empty())
            break;
        fragments.erase(fragments.begin());
    }
    while (!fragments.empty() && !fragments.back().isMarkup) {
        fragments.back().text = stripRight(fragments.back().text);
        if (!fragments.back().text.empty())
            break;
        fragments.pop_back();
    }
}

void markToolResponse(std::vector<ContentFragment>& fragments)
{
    if (fragments.size() != 1)
        return;
    const std::string text = std::move(fragments.front().text);
    if (const auto response = toolResponseIn(text))
        fragments = { { std::string(ToolResponse::kBegin), true }, { std::string(response->inner), false },
            { std::string(ToolResponse::kEnd), true } };
    else
        fragments.front().text = text;
}

} // namespace

Result<std::vector<ContentFragment>> chatMlContent(
    const ChatMessage& message, const ChatMlRules& rules, const PromptOptions& options)
{
    std::vector<ContentFragment> fragments;
    const bool marksResponses = message.role == "user" && rules.thinking != ChatMlRules::Thinking::None;
    if (!rules.trims) {
        auto text = plainText(message, options);
        if (!text)
            return std::unexpected(text.error());
        fragments.push_back({ .text = std::move(*text) });
        if (marksResponses)
            markToolResponse(fragments);
        return fragments;
    }
    for (const ContentPart& part : message.content) {
        const bool isImage = part.kind == ContentPart::Kind::Image;
        if (isImage && message.role == "system")
            return failure(ErrorCode::TemplateRejected, "", "System message cannot contain images.");
        fragments.push_back({ .text = isImage ? std::string(kImage) : part.text, .isMarkup = isImage });
    }
    trimFragments(fragments);
    if (marksResponses)
        markToolResponse(fragments);
    return fragments;
}

std::string flattened(std::span<const ContentFragment> fragments)
{
    std::string text;
    for (const ContentFragment& fragment : fragments)
        text += fragment.text;
    return text;
}

ThinkingAndAnswer splitThinking(const ChatMessage& message, std::string content, const ChatMlRules& rules)
{
    ThinkingAndAnswer parts;
    if (message.reasoning) {
        parts.thinking = *message.reasoning;
        parts.answer = std::move(content);
    } else if (content.find("</think>") != std::string::npos) {
        const std::string_view before = stripAnyRight(beforeFirst(content, "</think>"), "\n");
        parts.thinking = stripAnyLeft(afterLast(before, "<think>"), "\n");
        parts.answer = stripAnyLeft(afterLast(content, "</think>"), "\n");
    } else {
        parts.answer = std::move(content);
    }
    if (rules.trims)
        parts.thinking = strip(parts.thinking);
    return parts;
}

} // namespace moru
