#include "ui/theme/focus_ring.h"

#include "ui/theme/theme_colors.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QApplication>
#include <QEvent>
#include <QPainter>

namespace moru {

namespace {

constexpr int kMargin = 3; // 2 px of ring and 1 px of air.
constexpr const char* kIncluded = "moruFocusRing";

bool wantsRing(const QWidget* widget)
{
    return widget
        && (qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractSlider*>(widget)
            || widget->property(kIncluded).toBool());
}

} // namespace

FocusRing::FocusRing(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    hide();
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

void FocusRing::makeForAllWindows(QObject* owner)
{
    connect(qApp, &QApplication::focusChanged, owner, [](QWidget*, QWidget* now) {
        if (wantsRing(now) && !now->window()->findChild<FocusRing*>(QString(), Qt::FindDirectChildrenOnly))
            (new FocusRing(now->window()))->follow(now);
    });
}

void FocusRing::include(QWidget* widget)
{
    widget->setProperty(kIncluded, true);
}

void FocusRing::follow(QWidget* target)
{
    for (const auto& widget : std::as_const(watched_))
        if (widget)
            widget->removeEventFilter(this);
    watched_.clear();
    target_ = target && target->window() == parentWidget() && wantsRing(target) ? target : nullptr;
    for (QWidget* widget = target_; widget && widget != parentWidget(); widget = widget->parentWidget()) {
        widget->installEventFilter(this);
        watched_.append(widget);
    }
    place();
}

void FocusRing::place()
{
    if (!target_ || !target_->isVisible()) {
        hide();
        return;
    }
    QRect ring(target_->mapTo(parentWidget(), QPoint(0, 0)), target_->size());
    ring.adjust(-kMargin, -kMargin, kMargin, kMargin);
    QRect visible = parentWidget()->rect();
    // What scrolls out of a viewport takes its ring along.
    for (QWidget* widget = target_->parentWidget(); widget && widget != parentWidget();
        widget = widget->parentWidget())
        visible &= QRect(widget->mapTo(parentWidget(), QPoint(0, 0)), widget->size())
                       .adjusted(-kMargin, -kMargin, kMargin, kMargin);
    visible &= ring;
    if (visible.isEmpty()) {
        hide();
        return;
    }
    setGeometry(ring);
    setMask(visible.translated(-ring.topLeft()));
    show();
    raise();
}

void FocusRing::paintEvent(QPaintEvent*)
{
    constexpr double kRadius = 8;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeColors().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        place();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace moru
