#pragma once

#include <functional>

class QWidget;

namespace moru {

/// Calls `setTexts` now and again whenever the language changes: a view writes its texts down once.
void keepTranslated(QWidget* widget, std::function<void()> setTexts);
/// Calls `restyle` now and whenever the theme or the zoom changes.
void keepStyled(QWidget* widget, std::function<void()> restyle);

} // namespace moru
