#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

class QPainter;
class QRectF;

namespace moru {

/// An icon of resources/icons in the colours of the theme: text2, accentInk when on, text3 when disabled. It
/// follows a change of theme by itself.
[[nodiscard]] QIcon icon(const QString& name);
/// The same with one colour that stays: for primary buttons and states.
[[nodiscard]] QIcon icon(const QString& name, const QColor& color);
/// Paints an icon of one colour, for delegates and painted widgets.
void paintIcon(QPainter& painter, const QString& name, const QRectF& area, const QColor& color);

} // namespace moru
