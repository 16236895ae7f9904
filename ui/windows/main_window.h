#pragma once

#include "app/interfaces/window_services.h"
#include "app/types/identifiers.h"
#include "app/types/setting.h"
#include "ui/windows/shortcuts.h"

#include <QHash>
#include <QMainWindow>

#include <filesystem>
#include <optional>

class QDockWidget;
class QStackedWidget;

namespace moru {

class ChatListView;
class ConversationPage;
class DockTitle;
class FirstStartView;
struct ModelEntry;
class ModelPicker;
class PerformanceView;
class PromptView;
class SettingsView;
class StatusLine;
class Theme;
class TopBar;

/// Moru's window: chats at the left, the conversation in the middle, the inspector at the right. It connects
/// views and actions; it holds no facts and never waits for the engine.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const WindowServices& services);
    ~MainWindow() override;

    /// What closing keeps of the window, without its question: a syllable that is being composed, and the
    /// layout.
    void keepState();

    [[nodiscard]] QAction* action(ShortcutId id) const { return actions_.value(id); }
    [[nodiscard]] ConversationPage* conversationPage() const { return conversation_; }
    [[nodiscard]] ChatListView* chatList() const { return chats_; }
    [[nodiscard]] TopBar* topBar() const { return topBar_; }
    [[nodiscard]] ModelPicker* modelPicker() const { return picker_; }
    [[nodiscard]] PerformanceView* performance() const { return performance_; }
    [[nodiscard]] PromptView* promptView() const { return prompt_; }
    [[nodiscard]] SettingsView* settingsView() const { return settings_; }
    [[nodiscard]] FirstStartView* firstStart() const { return firstStart_; }
    [[nodiscard]] QDockWidget* inspector() const { return performanceDock_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    // main_window.cpp
    void connectServices();
    void updateCentre();
    void openPicker();
    void chooseFolder();
    void openFolder(const std::filesystem::path& folder);
    void takeCheckedFolder(const ModelEntry& entry);
    void newChat();
    void stopOrCancel();
    void actOnLastAnswer(ShortcutId id);
    void reloadModel();
    // main_window_layout.cpp
    void buildDocks();
    void restoreLayout();
    void saveLayout();
    void showInspector(bool show);
    /// Without a field, settings that are in front already give way to Performance.
    void showSettings(std::optional<SettingId> field = std::nullopt);
    void showPrompt(MessageId answer); ///< 0: of the last answer.
    void focusComposerWhenReady();
    void fitToWidth();
    void hideForWidth(const QList<QDockWidget*>& docks);
    void showAgain(const QList<QDockWidget*>& docks);
    void showDocksAfterFirstPage();
    [[nodiscard]] bool inspectorIsShown() const;
    void updateToggles();
    [[nodiscard]] QList<QDockWidget*> shownInspectors() const;
    void focusRegion(int step);
    // main_window_actions.cpp
    void buildActions();
    void buildMenu();
    void retranslateActions();
    bool trigger(QKeyCombination key, bool dryRun);
    void applyTheme();
    void zoom(int steps);

    WindowServices services_;
    Theme* theme_;
    TopBar* topBar_;
    QStackedWidget* centre_;
    FirstStartView* firstStart_;
    ConversationPage* conversation_;
    ModelPicker* picker_;
    StatusLine* status_;
    ChatListView* chats_;
    PerformanceView* performance_;
    PromptView* prompt_;
    SettingsView* settings_;
    QDockWidget* chatDock_ = nullptr;
    QDockWidget* performanceDock_ = nullptr;
    QDockWidget* promptDock_ = nullptr;
    QDockWidget* settingsDock_ = nullptr;
    DockTitle* performanceTitle_ = nullptr;
    QHash<ShortcutId, QAction*> actions_;
    int lastWidth_ = 0;
    QList<QDockWidget*> hiddenByWidth_; ///< Not by the person: they come back with the width.
    QDockWidget* frontInspector_ = nullptr; ///< The tab that was in front then.
    bool restored_ = false;
    bool leftFirstStart_ = false; ///< A model or a chat was seen in this run.
    bool folderIsChosen_ = false; ///< The person chose a folder here and waits for what it holds.
};

} // namespace moru
