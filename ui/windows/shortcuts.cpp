#include "ui/windows/shortcuts.h"

#include <QCoreApplication>

namespace moru {

namespace {

struct Row {
    ShortcutId id;
    QKeyCombination key;
    const char* title;
};

const std::vector<Row>& table()
{
    static const std::vector<Row> rows {
        { ShortcutId::NewChat, Qt::CTRL | Qt::Key_N, QT_TRANSLATE_NOOP("Shortcuts", "New chat") },
        { ShortcutId::Stop, Qt::Key_Escape,
            QT_TRANSLATE_NOOP("Shortcuts", "Stop the answer, or cancel loading") },
        { ShortcutId::Regenerate, Qt::CTRL | Qt::SHIFT | Qt::Key_R,
            QT_TRANSLATE_NOOP("Shortcuts", "Regenerate the last answer") },
        { ShortcutId::ContinueAnswer, Qt::CTRL | Qt::SHIFT | Qt::Key_Return,
            QT_TRANSLATE_NOOP("Shortcuts", "Continue the last answer") },
        { ShortcutId::PreviousVersion, Qt::ALT | Qt::Key_Left,
            QT_TRANSLATE_NOOP("Shortcuts", "Previous version of the last answer") },
        { ShortcutId::NextVersion, Qt::ALT | Qt::Key_Right,
            QT_TRANSLATE_NOOP("Shortcuts", "Next version of the last answer") },
        { ShortcutId::SearchChats, Qt::CTRL | Qt::Key_K, QT_TRANSLATE_NOOP("Shortcuts", "Search chats") },
        { ShortcutId::FindInChat, Qt::CTRL | Qt::Key_F, QT_TRANSLATE_NOOP("Shortcuts", "Find in this chat") },
        { ShortcutId::ToggleChatList, Qt::CTRL | Qt::Key_B,
            QT_TRANSLATE_NOOP("Shortcuts", "Show or hide the chat list") },
        { ShortcutId::ToggleInspector, Qt::CTRL | Qt::Key_I,
            QT_TRANSLATE_NOOP("Shortcuts", "Show or hide the inspector") },
        { ShortcutId::ShowPrompt, Qt::CTRL | Qt::SHIFT | Qt::Key_P,
            QT_TRANSLATE_NOOP("Shortcuts", "Show the prompt of the last answer") },
        { ShortcutId::ModelPicker, Qt::CTRL | Qt::Key_L, QT_TRANSLATE_NOOP("Shortcuts", "Choose a model") },
        { ShortcutId::OpenFolder, Qt::CTRL | Qt::Key_O,
            QT_TRANSLATE_NOOP("Shortcuts", "Open a model folder") },
        { ShortcutId::Settings, Qt::CTRL | Qt::Key_Comma, QT_TRANSLATE_NOOP("Shortcuts", "Settings") },
        { ShortcutId::ZoomIn, Qt::CTRL | Qt::Key_Plus, QT_TRANSLATE_NOOP("Shortcuts", "Larger text") },
        { ShortcutId::ZoomOut, Qt::CTRL | Qt::Key_Minus, QT_TRANSLATE_NOOP("Shortcuts", "Smaller text") },
        { ShortcutId::ZoomReset, Qt::CTRL | Qt::Key_0, QT_TRANSLATE_NOOP("Shortcuts", "Normal text size") },
        { ShortcutId::NextRegion, Qt::Key_F6, QT_TRANSLATE_NOOP("Shortcuts", "Next region of the window") },
        { ShortcutId::PreviousRegion, Qt::SHIFT | Qt::Key_F6,
            QT_TRANSLATE_NOOP("Shortcuts", "Previous region of the window") },
        { ShortcutId::Help, Qt::Key_F1, QT_TRANSLATE_NOOP("Shortcuts", "Keyboard shortcuts") },
        { ShortcutId::RenameChat, Qt::Key_F2, QT_TRANSLATE_NOOP("Shortcuts", "Rename the chat") },
        { ShortcutId::DeleteChat, Qt::CTRL | Qt::SHIFT | Qt::Key_D,
            QT_TRANSLATE_NOOP("Shortcuts", "Move the chat to the bin") },
        { ShortcutId::ExportChat, Qt::CTRL | Qt::SHIFT | Qt::Key_S,
            QT_TRANSLATE_NOOP("Shortcuts", "Save the chat as a file") },
        { ShortcutId::FocusComposer, Qt::CTRL | Qt::Key_E,
            QT_TRANSLATE_NOOP("Shortcuts", "Write a message") },
        { ShortcutId::Quit, Qt::CTRL | Qt::Key_Q, QT_TRANSLATE_NOOP("Shortcuts", "Quit") },
    };
    return rows;
}

const Row& rowOf(ShortcutId id)
{
    for (const Row& row : table())
        if (row.id == id)
            return row;
    Q_UNREACHABLE();
}

} // namespace

QKeySequence shortcut(ShortcutId id)
{
    return QKeySequence(rowOf(id).key);
}

std::vector<QKeySequence> alternativeShortcuts(ShortcutId id)
{
    switch (id) {
    case ShortcutId::Help:
        return { QKeySequence(Qt::CTRL | Qt::Key_Slash) };
    case ShortcutId::ZoomIn:
        return { QKeySequence(Qt::CTRL | Qt::Key_Equal) };
    case ShortcutId::ContinueAnswer:
        return { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Enter) };
    default:
        return {};
    }
}

QString shortcutTitle(ShortcutId id)
{
    return QCoreApplication::translate("Shortcuts", rowOf(id).title);
}

const std::vector<ShortcutId>& allShortcuts()
{
    static const std::vector<ShortcutId> ids = [] {
        std::vector<ShortcutId> list;
        for (const Row& row : table())
            list.push_back(row.id);
        return list;
    }();
    return ids;
}

} // namespace moru
