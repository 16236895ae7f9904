#pragma once

#include <QString>

class QWidget;

namespace moru {

/// Asks before what cannot be undone. Cancel is the default.
[[nodiscard]] bool confirm(QWidget* parent, const QString& question, const QString& actionLabel);

} // namespace moru
