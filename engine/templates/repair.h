#pragma once

#include "engine/api/prompt.h"

#include <span>
#include <vector>

namespace moru {

struct RepairedMessages {
    std::vector<ChatMessage> messages;
    std::vector<PromptRepair> repairs; ///< What had to be done; empty when the messages already fitted.
};

/// Leaves system text in the first message only: several at the start become one; one further on goes in
/// front of the next user turn, or becomes a user turn where none follows directly.
[[nodiscard]] RepairedMessages gatherSystemText(std::span<const ChatMessage> messages);

/// The same, and user and assistant turns alternate: neighbours of one role become one, a blank line between.
/// System text that no user turn follows becomes a user turn.
[[nodiscard]] RepairedMessages alternateTurns(std::span<const ChatMessage> messages);

} // namespace moru
