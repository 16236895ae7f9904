#include "ui/views/card.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {
constexpr int kWidest = 560;
constexpr int kPadding = 20;
} // namespace

Card::Card(QWidget* parent)
    : ColumnItem(parent)
    , body_(new QWidget(this))
    , content_(new QVBoxLayout(body_))
{
    content_->setContentsMargins(kPadding, 16, kPadding, 16);
    content_->setSpacing(8);
}

int Card::layoutColumn(int width)
{
    const int cardWidth = std::min(width, scaled(kWidest));
    content_->activate();
    const int height
        = content_->hasHeightForWidth() ? content_->heightForWidth(cardWidth) : content_->sizeHint().height();
    body_->setGeometry((width - cardWidth) / 2, 0, cardWidth, height);
    return height;
}

void Card::contentChanged()
{
    content_->invalidate();
    emit heightChanged();
}

void Card::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.line);
    painter.setBrush(colors.base);
    painter.drawRoundedRect(QRectF(body_->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace moru
