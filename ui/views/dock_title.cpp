#include "ui/views/dock_title.h"

#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>

namespace moru {

DockTitle::DockTitle(QDockWidget* dock)
    : QWidget(dock)
    , scope_(new TextLabel(TextSize::Table, QFont::Medium, Tone::Text2))
    , detach_(new IconButton(QStringLiteral("float"), IconButton::Size::Small))
    , close_(new IconButton(QStringLiteral("close"), IconButton::Size::Small))
{
    constexpr int kHeight = 30;
    setAttribute(Qt::WA_OpaquePaintEvent);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 6, 0);
    layout->setSpacing(4);
    layout->addWidget(scope_);
    layout->addStretch();
    layout->addWidget(detach_);
    layout->addWidget(close_);
    connect(detach_, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
    connect(close_, &QToolButton::clicked, dock, &QDockWidget::close);
    keepTranslated(this, [this] {
        detach_->setName(tr("Detach"));
        close_->setName(tr("Close"));
    });
    keepStyled(this, [this] { setFixedHeight(scaled(kHeight)); });
}

void DockTitle::setScope(const QString& scope)
{
    scope_->setText(scope);
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), themeColors().window);
}

} // namespace moru
