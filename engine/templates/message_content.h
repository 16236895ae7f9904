#pragma once

#include "engine/api/prompt.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// Content that templates see as a list of parts rather than as one text.
[[nodiscard]] bool hasListContent(const ChatMessage& message);

/// All text parts in order, pictures left out.
[[nodiscard]] std::string joinedText(const ChatMessage& message);

/// A user turn that hands back what a tool said: "<tool_response>…</tool_response>". Templates look for these
/// marks to tell it from a question, so they mean what they say although they stand in a message.
struct ToolResponse {
    static constexpr std::string_view kBegin = "<tool_response>";
    static constexpr std::string_view kEnd = "</tool_response>";

    std::string_view inner;
};

/// Nothing when the text is something else. White space around it counts.
[[nodiscard]] std::optional<ToolResponse> toolResponseIn(std::string_view content);

/// The content for a format whose template adds strings up. A list is refused as the template refuses it;
/// with `repair` its texts are joined. Errors: TemplateRejected, also for pictures.
[[nodiscard]] Result<std::string> plainText(const ChatMessage& message, const PromptOptions& options);

/// What holds for every format before it looks at the messages.
/// Errors: InvalidRequest for options that contradict each other (strict only); TemplateRejected for unknown
/// roles (repair only: strict rendering leaves them to the template) and for nothing to continue.
[[nodiscard]] Result<void> checkRequest(std::span<const ChatMessage> messages, const PromptOptions& options);

/// The sentence for a final message that cannot be left open because the template does not show it as it is.
[[nodiscard]] std::unexpected<Error> cannotContinue();

} // namespace moru
