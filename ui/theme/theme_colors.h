#pragma once

#include <QColor>

class QPalette;

namespace moru {

/// The colours of one theme by meaning. One accent for what is live, selected or next; data colours are
/// used inside charts and their legends only.
struct ThemeColors {
    bool isDark = false;
    QColor window, base, raised, sunken,
        bubble; ///< Surfaces: chrome, content, rows and buttons, code, user messages.
    QColor line, control; ///< Separators; outlines of inputs, at least 3:1.
    QColor text, text2, text3;
    QColor accent, accentText, accentInk, accentTint;
    QColor ok, okTint, warning, warningTint, error, errorTint;
    QColor mlp, attention, head, norm, vision, sampling, waiting; ///< Roles of operations.
    QColor phase1, phase2, phase3, phase4; ///< First token, prefill, thinking, decode.
    QColor weights; ///< Memory; the other parts of memory use role colours.
};

[[nodiscard]] const ThemeColors& lightColors();
[[nodiscard]] const ThemeColors& darkColors();

/// The theme in use, told by the application's palette: views need no pointer to the theme, and what they paint
/// follows a change. A widget's own palette does not tell it, since style sheets make its window transparent.
[[nodiscard]] const ThemeColors& themeColors();

/// Every role of a Qt palette filled from a theme.
[[nodiscard]] QPalette paletteFrom(const ThemeColors& colors);

} // namespace moru
