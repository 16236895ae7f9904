#include "ui/views/context_fit.h"

namespace moru {

ContextFit contextFit(const std::optional<PromptCount>& count, const QString& overflow)
{
    if (!count)
        return ContextFit::Unknown;
    if (count->fits())
        return ContextFit::Fits;
    if (overflow == QLatin1String("stop"))
        return ContextFit::WillFail;
    if (!count->lastTurnFits())
        return ContextFit::RefusedAlone;
    return overflow == QLatin1String("drop-oldest") ? ContextFit::DropsOldest : ContextFit::Refused;
}

} // namespace moru
