#pragma once

#include <QPoint>
#include <QString>

class QPainter;

namespace moru {

struct ThemeColors;

/// A key drawn as a small cap, for delegates and painted widgets.
[[nodiscard]] int keyCapWidth(const QString& key);
/// Left end and vertical middle of the cap.
void paintKeyCap(QPainter& painter, QPoint leftMiddle, const QString& key, const ThemeColors& colors);

} // namespace moru
