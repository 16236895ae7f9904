// Actions of the main window: what the shortcuts, the menu and the top bar do.
#include "ui/windows/main_window.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/settings_store.h"
#include "ui/theme/theme.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/composer.h"
#include "ui/views/conversation_page.h"
#include "ui/views/message_edit.h"
#include "ui/views/shortcut_help.h"
#include "ui/views/top_bar.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_button.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>

namespace moru {

void MainWindow::buildActions()
{
    const auto run = [this](ShortcutId id) {
        switch (id) {
        case ShortcutId::NewChat:
            return newChat();
        case ShortcutId::Stop:
            return stopOrCancel();
        case ShortcutId::Regenerate:
        case ShortcutId::ContinueAnswer:
        case ShortcutId::PreviousVersion:
        case ShortcutId::NextVersion:
            return actOnLastAnswer(id);
        case ShortcutId::SearchChats:
            chatDock_->show();
            chats_->searchField()->setFocus();
            return chats_->searchField()->selectAll();
        case ShortcutId::FindInChat:
            return conversation_->find();
        case ShortcutId::ShowPrompt:
            return showPrompt(0);
        case ShortcutId::ToggleChatList:
            return chatDock_->setVisible(chatDock_->isHidden());
        case ShortcutId::ToggleInspector:
            return showInspector(!inspectorIsShown());
        case ShortcutId::ModelPicker:
            return openPicker();
        case ShortcutId::OpenFolder:
            return chooseFolder();
        case ShortcutId::Settings:
            return showSettings();
        case ShortcutId::ZoomIn:
            return zoom(1);
        case ShortcutId::ZoomOut:
            return zoom(-1);
        case ShortcutId::ZoomReset:
            return zoom(0);
        case ShortcutId::NextRegion:
            return focusRegion(1);
        case ShortcutId::PreviousRegion:
            return focusRegion(-1);
        case ShortcutId::Help:
            return showShortcutHelp(this);
        case ShortcutId::RenameChat:
            return chats_->renameCurrent();
        case ShortcutId::DeleteChat:
            return chats_->moveCurrentToBin();
        case ShortcutId::ExportChat:
            return chats_->exportCurrent();
        case ShortcutId::FocusComposer:
            return conversation_->composer()->edit()->setFocus();
        case ShortcutId::Quit:
            close();
            return;
        }
    };
    for (const ShortcutId id : allShortcuts()) {
        auto* action = new QAction(this);
        QList<QKeySequence> keys { shortcut(id) };
        for (const QKeySequence& other : alternativeShortcuts(id))
            keys.append(other);
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, this, [run, id] { run(id); });
        addAction(action);
        actions_.insert(id, action);
    }
    connect(topBar_->newChat, &QAbstractButton::clicked, actions_[ShortcutId::NewChat], &QAction::trigger);
    connect(
        topBar_->chatList, &QAbstractButton::clicked, this, [this](bool on) { chatDock_->setVisible(on); });
    connect(topBar_->inspector, &QAbstractButton::clicked, this, [this](bool on) { showInspector(on); });
    connect(topBar_->settings, &QAbstractButton::clicked, this, [this] { showSettings(); });
}

void MainWindow::buildMenu()
{
    auto* menu = new QMenu(this);
    const auto add = [&](std::initializer_list<ShortcutId> ids) {
        for (const ShortcutId id : ids)
            menu->addAction(actions_[id]);
        menu->addSeparator();
    };
    add({ ShortcutId::NewChat, ShortcutId::RenameChat, ShortcutId::ExportChat, ShortcutId::DeleteChat });
    add({ ShortcutId::FindInChat, ShortcutId::SearchChats });
    add({ ShortcutId::ModelPicker, ShortcutId::OpenFolder });
    add({ ShortcutId::ToggleChatList, ShortcutId::ToggleInspector, ShortcutId::ShowPrompt,
        ShortcutId::Settings });
    add({ ShortcutId::ZoomIn, ShortcutId::ZoomOut, ShortcutId::ZoomReset });
    menu->addAction(actions_[ShortcutId::Help]);
    menu->addAction(actions_[ShortcutId::Quit]);
    topBar_->menu->setMenu(menu);
}

void MainWindow::retranslateActions()
{
    for (auto action = actions_.cbegin(); action != actions_.cend(); ++action)
        action.value()->setText(shortcutTitle(action.key()));
}

bool MainWindow::trigger(QKeyCombination key, bool dryRun)
{
    const QKeySequence wanted(key);
    for (QAction* action : std::as_const(actions_)) {
        if (action->isEnabled() && action->shortcuts().contains(wanted)) {
            if (!dryRun)
                action->trigger();
            return true;
        }
    }
    return false;
}

void MainWindow::applyTheme()
{
    const QString choice = services_.settings.value(SettingId::Theme).toString();
    theme_->setChoice(choice == QLatin1String("dark") ? ThemeChoice::Dark
            : choice == QLatin1String("light")        ? ThemeChoice::Light
                                                      : ThemeChoice::System);
    theme_->setZoom(services_.settings.value(SettingId::TextZoom).toInt() / 100.0);
}

void MainWindow::zoom(int steps)
{
    constexpr int kPercentPerStep = 10;
    if (steps == 0)
        services_.settings.reset(SettingId::TextZoom);
    else
        services_.settings.setValue(SettingId::TextZoom,
            services_.settings.value(SettingId::TextZoom).toInt() + steps * kPercentPerStep);
}

} // namespace moru
