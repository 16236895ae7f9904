#pragma once

#include <QKeyCombination>
#include <QObject>

#include <functional>
#include <optional>

class QKeyEvent;

namespace moru {

/// The Latin key under a Hangul letter of the two-set layout: ㅜ is N. Unset for anything else.
[[nodiscard]] std::optional<Qt::Key> latinKeyOf(const QKeyEvent& event);

/// Sees to it that the window's shortcuts work wherever the focus is and whatever layout is active.
///
/// Shortcuts are bound to keys, not to the letters that a layout gives them: with a Hangul layout Ctrl+ㅜ is
/// Ctrl+N, and a key that is no shortcut goes on as its Latin one (Ctrl+ㅊ copies). And text boxes claim keys
/// of Emacs for themselves, e.g. Ctrl+K deletes to the end of the line: the window's meaning goes first.
/// Behind a dialog or a popup the window has no shortcuts.
class ShortcutKeys final : public QObject {
    Q_OBJECT

public:
    /// `trigger` runs the action that is bound to a key; with `dryRun` it only says whether there is one.
    ShortcutKeys(std::function<bool(QKeyCombination, bool dryRun)> trigger, QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<bool(QKeyCombination, bool)> trigger_;
    bool resending_ = false;
};

} // namespace moru
