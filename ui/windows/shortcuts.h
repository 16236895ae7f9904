#pragma once

#include <QKeySequence>
#include <QString>

#include <vector>

namespace moru {

/// Every shortcut of the window. No two share a key; a test holds that.
enum class ShortcutId {
    NewChat,
    Stop,
    Regenerate,
    ContinueAnswer,
    PreviousVersion,
    NextVersion,
    SearchChats,
    FindInChat,
    ToggleChatList,
    ToggleInspector,
    ShowPrompt,
    ModelPicker,
    OpenFolder,
    Settings,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    NextRegion,
    PreviousRegion,
    Help,
    RenameChat,
    DeleteChat,
    ExportChat,
    FocusComposer,
    Quit,
};

[[nodiscard]] QKeySequence shortcut(ShortcutId id);
/// The same under a second key where people expect one: F1 beside Ctrl+/, Ctrl+= beside Ctrl++.
[[nodiscard]] std::vector<QKeySequence> alternativeShortcuts(ShortcutId id);
[[nodiscard]] QString shortcutTitle(ShortcutId id); ///< In the window's language.
[[nodiscard]] const std::vector<ShortcutId>& allShortcuts();

} // namespace moru
