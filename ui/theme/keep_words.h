#pragma once

#include <QString>

namespace moru {

/// Joins the syllables of Korean words with U+2060: QLabel breaks lines between any two of them otherwise.
[[nodiscard]] QString keepWords(const QString& text);

} // namespace moru
