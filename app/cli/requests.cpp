#include "app/cli/requests.h"

#include "app/cli/json_request.h"

#include <new>

namespace moru::cli {

namespace {

constexpr const char* kWhere = "standard input";

Result<Json> answer(const std::string& line, const RequestHandler& handler)
{
    // A request too large for this machine costs that request, not those that follow.
    try {
        const auto request = parseJson(line, kWhere);
        if (!request)
            return std::unexpected(request.error());
        return handler(*request);
    } catch (const std::bad_alloc&) {
        return failure(ErrorCode::OutOfMemory, "request", "the system has no more memory to give");
    }
}

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace

Result<ExitStatus> answerLines(Invocation& invocation, const RequestHandler& handler)
{
    while (!invocation.output.isBroken()) {
        const auto line = invocation.input.readLine();
        if (!line && line.error().code == ErrorCode::InvalidRequest) { // too long, and skipped
            invocation.output.json(errorJson(line.error()));
            continue;
        }
        if (!line)
            return std::unexpected(line.error());
        if (!*line)
            return ExitStatus::Done;
        if (isBlank(**line))
            continue;
        const auto result = answer(**line, handler);
        if (!result && result.error().code == ErrorCode::Cancelled)
            return std::unexpected(result.error());
        invocation.output.json(result ? *result : errorJson(result.error()));
    }
    return ExitStatus::Failed; // reported by the caller as a failure of standard output
}

Result<Json> readRequest(Invocation& invocation)
{
    const auto text = invocation.input.readAll();
    if (!text)
        return std::unexpected(text.error());
    return parseJson(*text, kWhere);
}

} // namespace moru::cli
