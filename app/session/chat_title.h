#pragma once

#include <QString>

namespace moru {

/// The first line of the person's text that says something, shortened at a word where there is one. Titles
/// are never made by the model: that would be a second, hidden generation.
[[nodiscard]] QString titleFromText(const QString& text);

} // namespace moru
