#pragma once

#include "app/cli/command.h"

#include <functional>

namespace moru::cli {

/// Makes the result of one request.
using RequestHandler = std::function<Result<Json>(const Json& request)>;

/// --jsonl: answers each line of standard input with a line. A line that cannot be answered gets an error
/// line, and the next one is read. Ends at the end of the input, by Ctrl+C, or when nobody reads the results.
[[nodiscard]] Result<ExitStatus> answerLines(Invocation& invocation, const RequestHandler& handler);

/// The one request of a command without --jsonl: a JSON document on standard input.
[[nodiscard]] Result<Json> readRequest(Invocation& invocation);

} // namespace moru::cli
