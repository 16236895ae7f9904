#include "ui/windows/shortcut_keys.h"

#include <QApplication>
#include <QHash>
#include <QKeyEvent>

namespace moru {

std::optional<Qt::Key> latinKeyOf(const QKeyEvent& event)
{
    // Two-set layout (KS X 5002), compatibility jamo; the shifted letters stand on the same keys.
    static const QHash<char16_t, Qt::Key> keys {
        { u'ㅂ', Qt::Key_Q },
        { u'ㅃ', Qt::Key_Q },
        { u'ㅈ', Qt::Key_W },
        { u'ㅉ', Qt::Key_W },
        { u'ㄷ', Qt::Key_E },
        { u'ㄸ', Qt::Key_E },
        { u'ㄱ', Qt::Key_R },
        { u'ㄲ', Qt::Key_R },
        { u'ㅅ', Qt::Key_T },
        { u'ㅆ', Qt::Key_T },
        { u'ㅛ', Qt::Key_Y },
        { u'ㅕ', Qt::Key_U },
        { u'ㅑ', Qt::Key_I },
        { u'ㅐ', Qt::Key_O },
        { u'ㅒ', Qt::Key_O },
        { u'ㅔ', Qt::Key_P },
        { u'ㅖ', Qt::Key_P },
        { u'ㅁ', Qt::Key_A },
        { u'ㄴ', Qt::Key_S },
        { u'ㅇ', Qt::Key_D },
        { u'ㄹ', Qt::Key_F },
        { u'ㅎ', Qt::Key_G },
        { u'ㅗ', Qt::Key_H },
        { u'ㅓ', Qt::Key_J },
        { u'ㅏ', Qt::Key_K },
        { u'ㅣ', Qt::Key_L },
        { u'ㅋ', Qt::Key_Z },
        { u'ㅌ', Qt::Key_X },
        { u'ㅊ', Qt::Key_C },
        { u'ㅍ', Qt::Key_V },
        { u'ㅠ', Qt::Key_B },
        { u'ㅜ', Qt::Key_N },
        { u'ㅡ', Qt::Key_M },
    };
    const int key = event.key();
    if (key > 0 && key <= 0xFFFF) {
        const auto byKey = keys.constFind(static_cast<char16_t>(key));
        if (byKey != keys.constEnd())
            return *byKey;
    }
    if (event.text().size() == 1) {
        const auto byText = keys.constFind(event.text().front().unicode());
        if (byText != keys.constEnd())
            return *byText;
    }
    return std::nullopt;
}

namespace {

/// As with Qt's own shortcuts: what stands in front takes the keys.
bool windowTakesKeys()
{
    return !QApplication::activeModalWidget() && !QApplication::activePopupWidget();
}

} // namespace

ShortcutKeys::ShortcutKeys(std::function<bool(QKeyCombination, bool)> trigger, QObject* parent)
    : QObject(parent)
    , trigger_(std::move(trigger))
{
    qApp->installEventFilter(this);
}

bool ShortcutKeys::eventFilter(QObject* watched, QEvent* event)
{
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (resending_ || (!isOverride && event->type() != QEvent::KeyPress) || !watched->isWidgetType())
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    const Qt::KeyboardModifiers modifiers = key->modifiers() & ~Qt::KeypadModifier;
    if (!(modifiers & (Qt::ControlModifier | Qt::AltModifier)))
        return false;
    if (isOverride) {
        if (!windowTakesKeys()
            || !trigger_(QKeyCombination(modifiers, static_cast<Qt::Key>(key->key())), true))
            return false;
        // Not accepted: the shortcut gets the key, not the text box.
        event->ignore();
        return true;
    }
    const auto latin = latinKeyOf(*key);
    if (!latin)
        return false;
    resending_ = true;
    if (!windowTakesKeys() || !trigger_(QKeyCombination(modifiers, *latin), false)) {
        QKeyEvent press(QEvent::KeyPress, *latin, modifiers);
        QApplication::sendEvent(watched, &press);
    }
    resending_ = false;
    return true;
}

} // namespace moru
