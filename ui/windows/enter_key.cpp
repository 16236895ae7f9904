#include "ui/windows/enter_key.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>

namespace moru {

EnterKey::EnterKey(QObject* parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
}

bool EnterKey::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isEnter || (key->modifiers() & ~Qt::KeypadModifier))
        return false;
    auto* button = qobject_cast<QAbstractButton*>(watched);
    if (!button || !button->isEnabled())
        return false;
    if (!key->isAutoRepeat())
        button->click();
    return true;
}

} // namespace moru
