#pragma once

#include "app/cli/command.h"
#include "engine/api/generation.h"

#include <expected>

namespace moru::cli {

/// --prompt, --ids, --messages, --user, --system, --thinking: what `generate` shall continue or answer.
[[nodiscard]] OptionTable promptOptions();

/// What --overflow says, for `generate` and `chat`.
[[nodiscard]] OverflowPolicy overflowPolicy(const Arguments& arguments);

/// Why these options cannot go together; unset when they can.
[[nodiscard]] std::optional<std::string> promptUsageComplaint(const Arguments& arguments);

/// Reads the prompt that the options name; "-" as TEXT or FILE is standard input.
/// Errors: InvalidRequest for ids and messages, FileNotFound, ReadFailed, Cancelled.
[[nodiscard]] Result<GenerationRequest> readPrompt(Invocation& invocation);

/// A file as text. Errors: FileNotFound, PermissionDenied, ReadFailed, InvalidRequest when it is beyond 64
/// MB.
[[nodiscard]] Result<std::string> readTextFile(const std::string& path);

} // namespace moru::cli
