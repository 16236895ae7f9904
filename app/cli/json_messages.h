#pragma once

#include "app/cli/json_request.h"
#include "engine/api/prompt.h"

#include <string>
#include <vector>

namespace moru::cli {

/// A conversation in the form that other programs use: [{"role","content"[,"reasoning_content"]}], content a
/// text or a list of {"type":"text","text"} and {"type":"image"}. Errors: InvalidRequest, with the message's
/// number.
[[nodiscard]] Result<std::vector<ChatMessage>> messagesFromJson(const Json& list);

[[nodiscard]] Json messagesToJson(const std::vector<ChatMessage>& messages);

} // namespace moru::cli
