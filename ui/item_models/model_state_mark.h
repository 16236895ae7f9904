#pragma once

#include "app/types/model_entry.h"
#include "ui/widgets/text_label.h"

namespace moru {

/// Icon and tone of a model's state; its word comes from app/types/state_text.h.
struct ModelStateMark {
    QString icon;
    Tone tone = Tone::Text2;
};
[[nodiscard]] ModelStateMark modelStateMark(ModelState state, bool isRunning);

} // namespace moru
