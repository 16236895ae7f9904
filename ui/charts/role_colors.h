#pragma once

#include "app/types/performance.h"
#include "ui/theme/theme_colors.h"

namespace moru {

/// The colour of a role, fixed over all charts and legends.
[[nodiscard]] QColor ThemeColors::* roleColor(OperationRole role);

} // namespace moru
