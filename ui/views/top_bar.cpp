#include "ui/views/top_bar.h"

#include "app/interfaces/engine_control.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/model_button.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_button.h"
#include "ui/windows/shortcuts.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace moru {

namespace {
constexpr int kHeight = 44;
constexpr int kMargin = 8;
constexpr int kGap = 4;
} // namespace

TopBar::TopBar(EngineControl& engine, PerformanceSource& performance, QWidget* parent)
    : QWidget(parent)
    , menu(new IconButton(QStringLiteral("menu")))
    , chatList(new IconButton(QStringLiteral("sidebar")))
    , newChat(new TextButton(QStringLiteral("quiet"), QStringLiteral("plus")))
    , model(new ModelButton(engine, performance, this))
    , eject(new IconButton(QStringLiteral("eject"), IconButton::Size::Bar, this))
    , cancelLoad(new TextButton({}, QStringLiteral("close"), this))
    , inspector(new IconButton(QStringLiteral("inspector")))
    , settings(new IconButton(QStringLiteral("settings")))
    , engine_(engine)
    , left_(new QWidget(this))
    , right_(new QWidget(this))
{
    auto* left = new QHBoxLayout(left_);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(2);
    left->addWidget(menu);
    left->addWidget(chatList);
    left->addWidget(newChat);
    auto* right = new QHBoxLayout(right_);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(4);
    right->addWidget(inspector);
    right->addWidget(settings);
    chatList->setCheckable(true);
    inspector->setCheckable(true);
    menu->setPopupMode(QToolButton::InstantPopup);

    connect(&engine_, &EngineControl::stateChanged, this, &TopBar::refresh);
    connect(&engine_, &EngineControl::loadedModelChanged, this, &TopBar::refresh);
    keepTranslated(this, [this] {
        menu->setName(tr("Menu"));
        chatList->setName(tr("Chat list"), shortcut(ShortcutId::ToggleChatList));
        newChat->setLabel(tr("New chat"));
        newChat->setToolTip(tooltipWithShortcut(tr("New chat"), shortcut(ShortcutId::NewChat)));
        eject->setName(tr("Eject model"));
        cancelLoad->setLabel(tr("Cancel load"));
        inspector->setName(tr("Inspector"), shortcut(ShortcutId::ToggleInspector));
        settings->setName(tr("Settings"), shortcut(ShortcutId::Settings));
        refresh();
    });
    keepStyled(this, [this] {
        setFixedHeight(scaled(kHeight));
        layoutMiddle();
    });
}

void TopBar::refresh()
{
    const EngineState& state = engine_.state();
    const bool loading = state.status == EngineStatus::Loading
        || (state.status == EngineStatus::Cancelling && state.cancelTarget == CancelTarget::Load);
    eject->setVisible(!loading);
    eject->setEnabled(state.hasModel());
    cancelLoad->setVisible(loading);
    cancelLoad->setEnabled(state.status == EngineStatus::Loading);
    layoutMiddle();
}

void TopBar::layoutMiddle()
{
    const QSize leftSize = left_->sizeHint();
    const QSize rightSize = right_->sizeHint();
    left_->setGeometry(kMargin, (height() - leftSize.height()) / 2, leftSize.width(), leftSize.height());
    right_->setGeometry(width() - kMargin - rightSize.width(), (height() - rightSize.height()) / 2,
        rightSize.width(), rightSize.height());
    QWidget* beside = cancelLoad->isHidden() ? static_cast<QWidget*>(eject) : cancelLoad;
    // Its minimum is what it is fixed to; its size is still the old one while the zoom changes.
    const QSize besideSize = cancelLoad->isHidden() ? eject->minimumSize() : cancelLoad->sizeHint();
    // The room that is free on both sides of the middle, so that the model stays centred as long as it can.
    const int between = right_->x() - left_->geometry().right() - 4 * kMargin;
    const int modelWidth
        = std::clamp(between - besideSize.width() - kGap, scaled(120), model->sizeHint().width());
    const int leftmost = left_->geometry().right() + 2 * kMargin;
    const int rightmost = right_->x() - 2 * kMargin - modelWidth - kGap - besideSize.width();
    const int x = std::clamp((width() - modelWidth) / 2, leftmost, std::max(leftmost, rightmost));
    const int modelHeight = model->sizeHint().height();
    model->setGeometry(x, (height() - modelHeight) / 2, modelWidth, modelHeight);
    beside->setGeometry(
        QRect(QPoint(x + modelWidth + kGap, (height() - besideSize.height()) / 2), besideSize));
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layoutMiddle();
}

void TopBar::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.fillRect(0, height() - 1, width(), 1, colors.line);
}

} // namespace moru
