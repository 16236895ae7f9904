#include "ui/theme/icons.h"

#include "ui/theme/theme_colors.h"

#include <QFile>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <optional>

namespace moru {

namespace {

QByteArray svgBytes(const QString& name)
{
    static QHash<QString, QByteArray> files;
    const auto known = files.constFind(name);
    if (known != files.constEnd())
        return *known;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    files.insert(name, bytes);
    return bytes;
}

/// QSvgRenderer paints `currentColor` black, so the colour is written into the file's bytes.
class ThemedIconEngine final : public QIconEngine {
public:
    ThemedIconEngine(QString name, std::optional<QColor> color)
        : name_(std::move(name))
        , color_(color)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        paintIcon(*painter, name_, rect, colorFor(mode, state));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    QColor colorFor(QIcon::Mode mode, QIcon::State state) const
    {
        const ThemeColors& colors = themeColors();
        if (mode == QIcon::Disabled)
            return colors.text3;
        if (color_)
            return *color_;
        return state == QIcon::On ? colors.accentInk : colors.text2;
    }

    QString name_;
    std::optional<QColor> color_;
};

} // namespace

QIcon icon(const QString& name)
{
    return QIcon(new ThemedIconEngine(name, std::nullopt));
}

QIcon icon(const QString& name, const QColor& color)
{
    return QIcon(new ThemedIconEngine(name, color));
}

void paintIcon(QPainter& painter, const QString& name, const QRectF& area, const QColor& color)
{
    // Reading the file's XML costs more than all else that a row or a status line paints.
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize pixels = (area.size() * ratio).toSize();
    if (pixels.isEmpty())
        return;
    const QString key
        = QStringLiteral("moru/%1/%2/%3x%4").arg(name, color.name()).arg(pixels.width()).arg(pixels.height());
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = QPixmap(pixels);
        pixmap.fill(Qt::transparent);
        QByteArray bytes = svgBytes(name);
        bytes.replace("currentColor", color.name().toLatin1());
        QSvgRenderer renderer(bytes);
        QPainter once(&pixmap);
        renderer.render(&once, QRectF(QPointF(0, 0), QSizeF(pixels)));
        once.end();
        QPixmapCache::insert(key, pixmap);
    }
    painter.drawPixmap(area, pixmap, QRectF(QPointF(0, 0), QSizeF(pixels)));
}

} // namespace moru
