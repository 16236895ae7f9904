#pragma once

#include <QFont>

namespace moru {

/// Makes the bundled family known to Qt. Called once, before the first widget.
void loadBundledFonts();

/// Sizes of text in pixels at 100 %, by use.
enum class TextSize {
    Hint = 11,
    Table = 12,
    Control = 13,
    Message = 14,
    Section = 16,
    Title = 20,
    Gauge = 28
};

/// Moru Sans with Hangul from Noto, scaled by the zoom.
[[nodiscard]] QFont uiFont(TextSize size, QFont::Weight weight = QFont::Normal);
/// For code, tokens and file names.
[[nodiscard]] QFont codeFont(TextSize size);

/// A length of the design, given at 100 %, at the zoom in use. The zoom is kept in the application's font, so
/// that whatever is laid out by this function follows it without a pointer to the theme.
[[nodiscard]] int scaled(int pixels);
[[nodiscard]] double textZoom();

/// The application's font at a zoom of 0.7 … 2.
[[nodiscard]] QFont applicationFontAt(double zoom);

} // namespace moru
