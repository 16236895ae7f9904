#pragma once

#include "engine/api/prompt.h"
#include "engine/templates/jinja/value.h"

#include <span>
#include <string_view>

namespace moru {

/// What transformers hands to a chat template: messages, add_generation_prompt, tools (none), and
/// enable_thinking and date_string where they are set. Text of messages is marked as such.
/// `finalSuffix` is appended to the text of the last message.
[[nodiscard]] jinja::Dict templateVariables(
    std::span<const ChatMessage> messages, const PromptOptions& options, std::string_view finalSuffix);

} // namespace moru
