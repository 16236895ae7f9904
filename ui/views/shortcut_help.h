#pragma once

class QWidget;

namespace moru {

/// Shows all shortcuts of the window in a dialog.
void showShortcutHelp(QWidget* parent);

} // namespace moru
