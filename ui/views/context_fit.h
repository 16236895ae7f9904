#pragma once

#include "app/types/prompt.h"

#include <QString>

#include <optional>

namespace moru {

/// What becomes of a message that is sent now.
enum class ContextFit {
    Unknown, ///< It was not counted: the engine will say.
    Fits,
    DropsOldest, ///< Fits when the oldest turns are left out of the prompt, and they will be.
    WillFail, ///< Does not fit, is sent all the same, and the answer says so.
    Refused, ///< Does not fit and is not sent.
    RefusedAlone, ///< The message itself does not fit, whatever is left out.
};

/// `overflow` is the value of SettingId::ContextOverflow.
[[nodiscard]] ContextFit contextFit(const std::optional<PromptCount>& count, const QString& overflow);
[[nodiscard]] inline bool isRefused(ContextFit fit)
{
    return fit == ContextFit::Refused || fit == ContextFit::RefusedAlone;
}

} // namespace moru
