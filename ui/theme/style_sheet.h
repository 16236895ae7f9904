#pragma once

#include <QString>

namespace moru {

struct ThemeColors;

/// The application's style sheet in the colours of a theme and at the zoom in use. Widgets choose a variant
/// by the dynamic property "kind": primary, danger, flat, small.
[[nodiscard]] QString styleSheet(const ThemeColors& colors);

} // namespace moru
