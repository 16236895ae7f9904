#pragma once

#include <string_view>

namespace moru {

/// How the relatives of ChatML differ.
struct ChatMlRules {
    enum class Thinking {
        None,
        ModelOpens, ///< Qwen3
        PromptOpens, ///< Qwen3.5
    };
    enum class OtherRoles {
        Written, ///< SmolLM2 writes any role as it is.
        Dropped, ///< Qwen2.5 and Qwen3 know "tool" and pass over the rest.
        Refused, ///< Qwen3.5 knows "tool" and raises for the rest, and for system text that is not first.
    };

    std::string_view name;
    std::string_view defaultSystemText = {}; ///< Empty: none.
    Thinking thinking = Thinking::None;
    OtherRoles otherRoles = OtherRoles::Written;
    bool trims = false; ///< Content is trimmed, and read as a list where it is one (Qwen3.5).
};

} // namespace moru
