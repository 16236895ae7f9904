#include "engine/api/sampling.h"

namespace moru {

std::string_view stopReasonName(StopReason reason)
{
    switch (reason) {
    case StopReason::EndToken:
        return "end_token";
    case StopReason::StopString:
        return "stop_string";
    case StopReason::Repetition:
        return "repetition";
    case StopReason::MaxTokens:
        return "max_tokens";
    case StopReason::ContextFull:
        return "context_full";
    case StopReason::Cancelled:
        return "cancelled";
    case StopReason::Ejected:
        return "ejected";
    case StopReason::Error:
        return "error";
    }
    return "error";
}

} // namespace moru
