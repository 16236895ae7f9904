#pragma once

#include "engine/api/prompt.h"
#include "engine/templates/chatml_rules.h"

#include <span>
#include <string>
#include <vector>

namespace moru {

/// Text of a message, or the format's own markup for a picture.
struct ContentFragment {
    std::string text;
    bool isMarkup = false;
};

/// The content as the format shows it, trimmed where it trims. The marks around what a tool said, which the
/// template itself looks for, are markup.
/// Errors: TemplateRejected for lists and pictures where the format has no place for them.
[[nodiscard]] Result<std::vector<ContentFragment>> chatMlContent(
    const ChatMessage& message, const ChatMlRules& rules, const PromptOptions& options);

[[nodiscard]] std::string flattened(std::span<const ContentFragment> fragments);

/// An assistant turn taken apart.
struct ThinkingAndAnswer {
    std::string thinking;
    std::string answer;
};

/// Thinking kept apart wins; else it is what stands before the last "</think>" of the content.
[[nodiscard]] ThinkingAndAnswer splitThinking(
    const ChatMessage& message, std::string content, const ChatMlRules& rules);

} // namespace moru
