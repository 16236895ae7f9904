#include "ui/windows/main_window.h"

#include "app/interfaces/chat_library.h"
#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
#include "app/interfaces/model_catalog.h"
#include "app/interfaces/notice_board.h"
#include "app/interfaces/settings_store.h"
#include "app/types/path_text.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/composer.h"
#include "ui/views/confirm_dialog.h"
#include "ui/views/conversation_page.h"
#include "ui/views/conversation_view.h"
#include "ui/views/first_start_view.h"
#include "ui/views/message_edit.h"
#include "ui/views/model_button.h"
#include "ui/views/model_picker.h"
#include "ui/views/performance_view.h"
#include "ui/views/prompt_view.h"
#include "ui/views/settings_view.h"
#include "ui/views/status_line.h"
#include "ui/views/top_bar.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_button.h"
#include "ui/windows/enter_key.h"
#include "ui/windows/shortcut_keys.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace moru {

MainWindow::MainWindow(const WindowServices& services)
    : services_(services)
    , theme_(new Theme(this))
    , topBar_(new TopBar(services.engine, services.performance))
    , centre_(new QStackedWidget)
    , firstStart_(new FirstStartView(services))
    , conversation_(new ConversationPage(services))
    , picker_(new ModelPicker(services, this))
    , status_(new StatusLine(services))
    , chats_(new ChatListView(services.chats, services.conversation))
    , performance_(new PerformanceView(services.performance))
    , prompt_(new PromptView(services))
    , settings_(new SettingsView(services))
{
    setWindowTitle(QStringLiteral("Moru"));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    setMenuWidget(topBar_);
    centre_->addWidget(firstStart_);
    centre_->addWidget(conversation_);
    setCentralWidget(centre_);
    statusBar()->setSizeGripEnabled(false);
    status_->fill(statusBar());
    FocusRing::makeForAllWindows(this);
    new EnterKey(this);
    new ShortcutKeys([this](QKeyCombination key, bool dryRun) { return trigger(key, dryRun); }, this);

    buildDocks();
    buildActions();
    buildMenu();
    connectServices();
    applyTheme();
    restoreLayout();
    updateCentre();
    keepTranslated(this, [this] { retranslateActions(); });
}

MainWindow::~MainWindow() = default;

void MainWindow::connectServices()
{
    connect(&services_.settings, &SettingsStore::changed, this, [this](SettingId id) {
        if (id == SettingId::Theme || id == SettingId::TextZoom)
            applyTheme();
    });
    connect(&services_.engine, &EngineControl::stateChanged, this, &MainWindow::updateCentre);
    connect(&services_.engine, &EngineControl::loadedModelChanged, this, &MainWindow::updateCentre);
    connect(&services_.chats, &ChatLibrary::changed, this, &MainWindow::updateCentre);
    connect(&services_.conversation, &Conversation::opened, this, &MainWindow::updateCentre);
    connect(&services_.conversation, &Conversation::messagesChanged, this, &MainWindow::updateCentre);

    connect(topBar_->model, &QAbstractButton::clicked, this, &MainWindow::openPicker);
    connect(topBar_->eject, &QAbstractButton::clicked, this, [this] { services_.engine.eject(); });
    connect(topBar_->cancelLoad, &QAbstractButton::clicked, this, [this] { services_.engine.cancelLoad(); });
    connect(picker_, &ModelPicker::closed, this, [this] { topBar_->model->setOpen(false); });
    connect(picker_, &ModelPicker::openFolderRequested, this, &MainWindow::chooseFolder);
    connect(&services_.models, &ModelCatalog::folderChecked, this, &MainWindow::takeCheckedFolder);
    connect(firstStart_, &FirstStartView::openFolderRequested, this, &MainWindow::chooseFolder);
    connect(firstStart_, &FirstStartView::chooseModelRequested, this, &MainWindow::openPicker);
    connect(conversation_, &ConversationPage::chooseModelRequested, this, &MainWindow::openPicker);
    connect(conversation_, &ConversationPage::contextSettingsRequested, this,
        [this] { showSettings(SettingId::ContextLength); });
    connect(conversation_, &ConversationPage::promptRequested, this, &MainWindow::showPrompt);
    connect(&services_.engine, &EngineControl::loadedModelChanged, this, &MainWindow::focusComposerWhenReady);
    connect(chats_, &ChatListView::aboutToOpenChat, conversation_->composer(), &Composer::commitComposition);
    connect(
        chats_, &ChatListView::chatOpened, this, [this] { conversation_->composer()->edit()->setFocus(); });
    connect(settings_, &SettingsView::reloadRequested, this, &MainWindow::reloadModel);
}

void MainWindow::updateCentre()
{
    const EngineStatus status = services_.engine.state().status;
    const bool anything = status != EngineStatus::NotLoaded || !services_.chats.chats().empty()
        || !services_.conversation.messages().empty();
    leftFirstStart_ = leftFirstStart_ || anything;
    QWidget* page = leftFirstStart_ ? static_cast<QWidget*>(conversation_) : firstStart_;
    if (centre_->currentWidget() == page)
        return;
    centre_->setCurrentWidget(page);
    if (leftFirstStart_) {
        showDocksAfterFirstPage();
        conversation_->composer()->edit()->setFocus();
    } else {
        chatDock_->hide();
        firstStart_->focusFirst();
    }
    fitToWidth();
}

void MainWindow::focusComposerWhenReady()
{
    if (!services_.engine.loadedModel() || picker_->isVisible() || QApplication::activePopupWidget())
        return;
    // Whoever types somewhere goes on typing there.
    const QWidget* focus = QApplication::focusWidget();
    const bool isTyping = qobject_cast<const QLineEdit*>(focus)
        || qobject_cast<const QAbstractSpinBox*>(focus) || qobject_cast<const QPlainTextEdit*>(focus)
        || qobject_cast<const MessageEdit*>(focus);
    if (!isTyping)
        conversation_->composer()->edit()->setFocus();
}

void MainWindow::openPicker()
{
    topBar_->model->setOpen(true);
    picker_->openBelow(topBar_->model);
}

void MainWindow::chooseFolder()
{
    const QString start = pathText(services_.models.modelsFolder());
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a model folder"), start);
    if (!folder.isEmpty())
        openFolder(pathFromText(folder));
}

void MainWindow::openFolder(const std::filesystem::path& folder)
{
    folderIsChosen_ = true;
    services_.models.openFolder(folder);
}

void MainWindow::takeCheckedFolder(const ModelEntry& entry)
{
    // A folder named on the command line is checked too, and loaded without anybody choosing it here.
    if (!std::exchange(folderIsChosen_, false))
        return;
    const auto& listed = services_.models.entries();
    if (std::ranges::find(listed, entry.key, &ModelEntry::key) == listed.end()) {
        // No model: the picker would offer another one in its place, a press of Enter away from loading.
        services_.notices.post(
            { NoticeKind::FolderNotOpened, {}, entry.error, QDateTime::currentDateTime() });
        return;
    }
    picker_->select(entry.key);
    openPicker();
}

void MainWindow::newChat()
{
    conversation_->composer()->commitComposition();
    services_.conversation.startNewChat();
    leftFirstStart_ = true;
    updateCentre();
    conversation_->composer()->edit()->setFocus();
}

void MainWindow::stopOrCancel()
{
    const EngineState& state = services_.engine.state();
    if (services_.conversation.activity().kind != ChatActivityKind::Idle
        && services_.conversation.activity().kind != ChatActivityKind::WaitingForModel)
        services_.conversation.stop();
    else if (state.status == EngineStatus::Loading)
        services_.engine.cancelLoad();
}

void MainWindow::actOnLastAnswer(ShortcutId id)
{
    const auto& messages = services_.conversation.messages();
    if (messages.empty() || messages.back().role != MessageRole::Assistant
        || services_.conversation.activity().kind != ChatActivityKind::Idle)
        return;
    const MessageRecord& last = messages.back();
    switch (id) {
    case ShortcutId::Regenerate:
        services_.conversation.regenerate(last.id);
        break;
    case ShortcutId::ContinueAnswer:
        services_.conversation.continueAnswer(last.id);
        break;
    case ShortcutId::PreviousVersion:
        if (last.versionIndex > 0)
            services_.conversation.showVersion(last.id, last.versionIndex - 1);
        break;
    case ShortcutId::NextVersion:
        if (last.versionIndex + 1 < last.versionCount)
            services_.conversation.showVersion(last.id, last.versionIndex + 1);
        break;
    default:
        Q_UNREACHABLE();
    }
}

void MainWindow::reloadModel()
{
    if (const auto model = services_.engine.loadedModel())
        services_.engine.load(
            { model->modelKey, model->title, model->description.folder, services_.settings.loadOptions() });
}

void MainWindow::keepState()
{
    conversation_->composer()->commitComposition();
    saveLayout();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    conversation_->composer()->commitComposition();
    if (services_.engine.state().status == EngineStatus::Generating
        && !confirm(this, tr("An answer is being written. What came so far is kept."), tr("Quit"))) {
        event->ignore();
        return;
    }
    keepState();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    fitToWidth();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty())
        return;
    const QUrl& dropped = urls.front();
    const QString path = dropped.toLocalFile();
    if (QFileInfo(path).isDir())
        openFolder(pathFromText(path));
    else
        services_.notices.post({ NoticeKind::DroppedThingRefused, path.isEmpty() ? dropped.toString() : path,
            {}, QDateTime::currentDateTime() });
}

} // namespace moru
