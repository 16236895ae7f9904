#pragma once

#include <string_view>

namespace moru::cli {

/// One command inside a chat; /help and completion read the same rows.
struct ChatWord {
    std::string_view word;
    std::string_view operand;
    std::string_view help;
};

inline constexpr ChatWord kChatWords[] = {
    { "/help", "", "Show this list" },
    { "/system", "TEXT", "Set the system text from here on; without TEXT show it, with - remove it" },
    { "/thinking", "on|off", "Whether the model thinks first, where it has that switch" },
    { "/regenerate", "", "Answer the last message again" },
    { "/stats", "", "Figures of the last answer, memory and cache" },
    { "/save", "FILE", "Write the conversation as JSON, which generate --messages reads" },
    { "/new", "", "Start a new conversation; the system text stays" },
    { "/quit", "", "Leave" },
};

} // namespace moru::cli
