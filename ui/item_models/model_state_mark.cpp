#include "ui/item_models/model_state_mark.h"

namespace moru {

ModelStateMark modelStateMark(ModelState state, bool isRunning)
{
    if (isRunning)
        return { QStringLiteral("play"), Tone::Accent };
    switch (state) {
    case ModelState::Checking:
    case ModelState::BeingDownloaded:
        return { QStringLiteral("clock"), Tone::Text2 };
    case ModelState::Available:
        return { QStringLiteral("check"), Tone::Ok };
    case ModelState::NotOnThisMachine:
        return { QStringLiteral("download"), Tone::Text2 };
    case ModelState::Incomplete:
    case ModelState::Unavailable:
        return { QStringLiteral("warning"), Tone::Warning };
    case ModelState::Unsupported:
    case ModelState::Damaged:
        return { QStringLiteral("error"), Tone::Error };
    }
    Q_UNREACHABLE();
}

} // namespace moru
