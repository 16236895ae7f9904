// Docks of the main window: where they are, when they show, and how the focus goes from region to region.
#include "ui/windows/main_window.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/performance_source.h"
#include "app/interfaces/prompt_source.h"
#include "app/interfaces/settings_store.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/composer.h"
#include "ui/views/conversation_page.h"
#include "ui/views/conversation_view.h"
#include "ui/views/dock_title.h"
#include "ui/views/first_start_view.h"
#include "ui/views/message_edit.h"
#include "ui/views/model_button.h"
#include "ui/views/performance_view.h"
#include "ui/views/prompt_view.h"
#include "ui/views/setting_field.h"
#include "ui/views/settings_view.h"
#include "ui/views/top_bar.h"
#include "ui/widgets/icon_button.h"
#include "ui/windows/tab_order.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QScreen>
#include <QStackedWidget>
#include <QTabBar>

namespace moru {

namespace {

constexpr int kInspectorNeeds = 1100; // Below this width the conversation would be too narrow beside it.
constexpr int kChatListNeeds = 1024;
constexpr int kChatListWidth = 240;
constexpr int kInspectorWidth = 320;
// Grows with the docks: a layout that was saved without one of them is not restored.
constexpr int kLayoutVersion = 1;

QDockWidget* makeDock(const QString& name, QWidget* content, QMainWindow* window)
{
    auto* dock = new QDockWidget(window);
    dock->setObjectName(name); // saveState needs it.
    dock->setWidget(content);
    return dock;
}

bool isInside(const QWidget* widget, const QWidget* region)
{
    return widget && (widget == region || region->isAncestorOf(widget));
}

} // namespace

void MainWindow::buildDocks()
{
    chatDock_ = makeDock(QStringLiteral("chats"), chats_, this);
    chatDock_->setTitleBarWidget(new QWidget(chatDock_)); // No title: its search field says what it is.
    chatDock_->setFeatures(QDockWidget::DockWidgetMovable);
    chatDock_->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    chats_->setMinimumWidth(200);
    chats_->setMaximumWidth(360);
    addDockWidget(Qt::LeftDockWidgetArea, chatDock_);

    performanceDock_ = makeDock(QStringLiteral("performance"), performance_, this);
    promptDock_ = makeDock(QStringLiteral("prompt"), prompt_, this);
    settingsDock_ = makeDock(QStringLiteral("settings"), settings_, this);
    performanceTitle_ = new DockTitle(performanceDock_);
    performanceDock_->setTitleBarWidget(performanceTitle_);
    auto* promptTitle = new DockTitle(promptDock_);
    promptDock_->setTitleBarWidget(promptTitle);
    auto* settingsTitle = new DockTitle(settingsDock_);
    settingsDock_->setTitleBarWidget(settingsTitle);
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    for (QDockWidget* dock : { performanceDock_, promptDock_, settingsDock_ }) {
        dock->widget()->setMinimumWidth(288);
        addDockWidget(Qt::RightDockWidgetArea, dock);
        connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::updateToggles);
    }
    tabifyDockWidget(performanceDock_, promptDock_);
    tabifyDockWidget(promptDock_, settingsDock_);
    performanceDock_->raise();
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    resizeDocks({ chatDock_, performanceDock_ }, { kChatListWidth, kInspectorWidth }, Qt::Horizontal);

    connect(chatDock_, &QDockWidget::visibilityChanged, this, &MainWindow::updateToggles);
    connect(performance_, &PerformanceView::scopeChanged, this,
        [this] { performanceTitle_->setScope(performance_->scopeText()); });
    connect(promptDock_, &QDockWidget::visibilityChanged, prompt_, &PromptView::setWatched);
    connect(prompt_, &PromptView::scopeChanged, this,
        [this, promptTitle] { promptTitle->setScope(prompt_->scopeText()); });
    keepTranslated(this, [this, settingsTitle, promptTitle] {
        chatDock_->setWindowTitle(tr("Chats"));
        performanceDock_->setWindowTitle(tr("Performance"));
        promptDock_->setWindowTitle(tr("Prompt"));
        promptTitle->setScope(prompt_->scopeText());
        settingsDock_->setWindowTitle(tr("Settings"));
        performanceTitle_->setScope(performance_->scopeText());
        settingsTitle->setScope(tr("Model and window"));
    });
}

void MainWindow::restoreLayout()
{
    resize(QSize(1280, 800).boundedTo(screen()->availableSize()));
    const QByteArray geometry = services_.settings.value(SettingId::WindowGeometry).toByteArray();
    const QByteArray state = services_.settings.value(SettingId::ChatArrangement).toByteArray();
    if (!geometry.isEmpty())
        restoreGeometry(geometry);
    if (!state.isEmpty())
        restoreState(state, kLayoutVersion);
    lastWidth_ = width();
    restored_ = true;
    updateToggles();
}

void MainWindow::saveLayout()
{
    services_.settings.setValue(SettingId::WindowGeometry, saveGeometry());
    // The first page hides the docks; that is no wish of the person's.
    if (!leftFirstStart_)
        return;
    // Nor is what a narrow window hides; the next run hides it again as long as it is narrow.
    showAgain({ chatDock_, performanceDock_, promptDock_, settingsDock_ });
    services_.settings.setValue(SettingId::ChatArrangement, saveState(kLayoutVersion));
}

void MainWindow::fitToWidth()
{
    if (!restored_)
        return;
    const bool firstPage = centre_->currentWidget() == firstStart_;
    const int before = lastWidth_;
    lastWidth_ = width();
    if (firstPage) {
        chatDock_->hide();
        showInspector(false);
    } else {
        const QList<QDockWidget*> inspectors { performanceDock_, promptDock_, settingsDock_ };
        if (width() < kInspectorNeeds && before >= kInspectorNeeds)
            hideForWidth(inspectors);
        if (width() < kChatListNeeds && before >= kChatListNeeds)
            hideForWidth({ chatDock_ });
        if (width() >= kChatListNeeds)
            showAgain({ chatDock_ });
        if (width() >= kInspectorNeeds)
            showAgain(inspectors);
    }
    updateToggles();
}

void MainWindow::hideForWidth(const QList<QDockWidget*>& docks)
{
    for (QDockWidget* dock : shownInspectors())
        if (docks.contains(dock))
            frontInspector_ = dock;
    for (QDockWidget* dock : docks) {
        if (dock->isHidden() || dock->isFloating())
            continue;
        dock->hide();
        hiddenByWidth_.append(dock);
    }
}

void MainWindow::showAgain(const QList<QDockWidget*>& docks)
{
    bool hasInspector = false;
    for (QDockWidget* dock : docks) {
        if (!hiddenByWidth_.removeOne(dock))
            continue;
        dock->show();
        hasInspector = hasInspector || dock != chatDock_;
    }
    if (hasInspector)
        (frontInspector_ ? frontInspector_ : performanceDock_)->raise();
}

void MainWindow::showDocksAfterFirstPage()
{
    // They had no place on the first page; now they stand as the person left them, or as the design has them.
    const QByteArray state = services_.settings.value(SettingId::ChatArrangement).toByteArray();
    if (state.isEmpty() || !restoreState(state, kLayoutVersion)) {
        chatDock_->show();
        showInspector(true);
    }
    lastWidth_ = QWIDGETSIZE_MAX; // what has no room is hidden as if the window had just become so narrow
}

bool MainWindow::inspectorIsShown() const
{
    return !performanceDock_->isHidden() || !promptDock_->isHidden() || !settingsDock_->isHidden();
}

void MainWindow::showInspector(bool show)
{
    for (QDockWidget* dock : { performanceDock_, promptDock_, settingsDock_ })
        dock->setVisible(show);
    if (show) {
        performanceDock_->raise();
        resizeDocks({ performanceDock_ }, { scaled(kInspectorWidth) }, Qt::Horizontal);
    }
    updateToggles();
}

void MainWindow::showSettings(std::optional<SettingId> field)
{
    leftFirstStart_ = true;
    updateCentre();
    const bool showed = !settingsDock_->isHidden() && !settingsDock_->visibleRegion().isEmpty();
    if (showed && !field) {
        performanceDock_->raise();
        return;
    }
    for (QDockWidget* dock : { performanceDock_, promptDock_, settingsDock_ })
        dock->show();
    settingsDock_->raise();
    const SettingField* first = settings_->field(SettingId::Temperature);
    settings_->focusField(field.value_or(
        first && first->control()->isEnabled() ? SettingId::Temperature : SettingId::ContextLength));
    updateToggles();
}

void MainWindow::showPrompt(MessageId answer)
{
    services_.prompts.show(answer);
    for (QDockWidget* dock : { performanceDock_, promptDock_, settingsDock_ })
        dock->show();
    promptDock_->raise();
    updateToggles();
}

void MainWindow::updateToggles()
{
    // Once it is shown again, by whomever, the next to hide it may be the person.
    hiddenByWidth_.removeIf([](const QDockWidget* dock) { return !dock->isHidden(); });
    topBar_->chatList->setChecked(!chatDock_->isHidden());
    topBar_->inspector->setChecked(inspectorIsShown());
}

/// Those of the inspector's docks that are seen: of docks in tabs, the one in front.
QList<QDockWidget*> MainWindow::shownInspectors() const
{
    QList<QDockWidget*> shown;
    for (QDockWidget* dock : { performanceDock_, promptDock_, settingsDock_ }) {
        if (!dock->isHidden() && !dock->visibleRegion().isEmpty())
            shown.append(dock);
    }
    return shown;
}

bool MainWindow::focusNextPrevChild(bool next)
{
    QList<QWidget*> parts { topBar_ };
    if (centre_->currentWidget() != firstStart_)
        parts.append(chatDock_);
    parts.append(centre_->currentWidget());
    for (QDockWidget* dock : shownInspectors())
        parts.append(dock);
    for (QTabBar* tabs : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) // of the docks
        parts.append(tabs);
    QWidget* stop = nextTabStop(parts, focusWidget(), next);
    if (!stop)
        return false;
    stop->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::focusRegion(int step)
{
    struct Region {
        QWidget* region;
        QWidget* first;
    };
    QList<Region> regions { { topBar_, topBar_->model } };
    if (centre_->currentWidget() == firstStart_) {
        regions.append(Region { firstStart_, firstStart_ });
    } else {
        if (!chatDock_->isHidden())
            regions.append(Region { chats_, chats_->searchField() });
        regions.append(Region { conversation_->messages(), conversation_->messages() });
        regions.append(Region { conversation_->composer(), conversation_->composer()->edit() });
        for (const QDockWidget* dock : shownInspectors()) {
            QWidget* first = dock == performanceDock_ ? performance_
                : dock == promptDock_                 ? prompt_->firstControl()
                                                      : settings_->field(SettingId::ContextLength)->control();
            regions.append(Region { dock->widget(), first });
        }
    }
    qsizetype at = step > 0 ? -1 : 0;
    for (qsizetype i = 0; i < regions.size(); ++i)
        if (isInside(QApplication::focusWidget(), regions[i].region))
            at = i;
    for (qsizetype tried = 0; tried < regions.size(); ++tried) {
        at = (at + step + regions.size()) % regions.size();
        const Region& next = regions[at];
        if (next.region == conversation_->messages()) {
            // A chat without messages has nothing to stand on.
            if (conversation_->messages()->messageItems().isEmpty())
                continue;
            conversation_->messages()->focusLastMessage();
        } else if (next.region == firstStart_) {
            firstStart_->focusFirst();
        } else {
            next.first->setFocus(Qt::TabFocusReason);
        }
        return;
    }
}

} // namespace moru
