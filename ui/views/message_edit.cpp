#include "ui/views/message_edit.h"

#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"

#include <QGuiApplication>
#include <QInputMethod>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextCursor>

#include <algorithm>
#include <cmath>

namespace moru {

namespace {
constexpr int kLineHeight = 22;
constexpr int kMostLines = 8;
} // namespace

MessageEdit::MessageEdit(QWidget* parent)
    : QTextEdit(parent)
{
    setAcceptRichText(false);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    setStyleSheet(QStringLiteral("QTextEdit { background: transparent; }"));
    keepStyled(this, [this] {
        setFont(uiFont(TextSize::Message));
        applyLineHeight();
    });
}

void MessageEdit::applyLineHeight()
{
    // Hangul glyphs are taller than Latin ones: a fixed height keeps the lines still while typing.
    QTextBlockFormat format;
    format.setLineHeight(scaled(kLineHeight), QTextBlockFormat::FixedHeight);
    QTextCursor all(document());
    all.select(QTextCursor::Document);
    const QSignalBlocker quiet(this);
    all.mergeBlockFormat(format);
}

void MessageEdit::setMessage(const QString& text)
{
    {
        // Told once, when the lines have their height.
        const QSignalBlocker quiet(this);
        setPlainText(text);
        applyLineHeight();
    }
    moveCursor(QTextCursor::End);
    emit textChanged();
}

QString MessageEdit::takeText()
{
    commitComposition();
    const QString text = toPlainText();
    setMessage({});
    return text;
}

void MessageEdit::commitComposition()
{
    if (composition_.isEmpty())
        return;
    const QString composed = composition_;
    QGuiApplication::inputMethod()->commit();
    if (composition_.isEmpty())
        return;
    // The input method answers later, or not at all: the syllable is taken from the screen.
    QInputMethodEvent commit;
    commit.setCommitString(composed);
    QTextEdit::inputMethodEvent(&commit);
    composition_.clear();
    droppedCommit_ = composed;
    QGuiApplication::inputMethod()->reset();
}

void MessageEdit::inputMethodEvent(QInputMethodEvent* event)
{
    if (!droppedCommit_.isEmpty()) {
        const bool isLate = event->commitString() == droppedCommit_;
        droppedCommit_.clear();
        if (isLate) {
            event->accept();
            return;
        }
    }
    composition_ = event->preeditString();
    QTextEdit::inputMethodEvent(event);
}

bool MessageEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && ownsEscape_
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QTextEdit::event(event);
}

void MessageEdit::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !composition_.isEmpty()) {
        event->accept();
        return;
    }
    // A key ends the wait for a late commit: what is composed from here on is new.
    droppedCommit_.clear();
    if (isEnter) {
        const bool control = event->modifiers().testFlag(Qt::ControlModifier);
        const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
        if (!shift && (sendWithEnter_ || control)) {
            emit sendRequested();
            return;
        }
        if (shift && control) {
            event->ignore();
            return;
        }
        textCursor().insertBlock();
        ensureCursorVisible();
        return;
    }
    if (event->key() == Qt::Key_Escape && ownsEscape_) {
        emit escapePressed();
        return;
    }
    QTextEdit::keyPressEvent(event);
}

void MessageEdit::insertFromMimeData(const QMimeData* source)
{
    if (source->hasText())
        textCursor().insertText(source->text());
    ensureCursorVisible();
}

int MessageEdit::heightForText() const
{
    const int lineHeight = scaled(kLineHeight);
    const int height = static_cast<int>(std::ceil(document()->size().height()));
    return std::clamp(height, lineHeight, kMostLines * lineHeight);
}

int MessageEdit::place(QPoint topLeft, int width)
{
    // Measured without the scroll bar, which only comes where there are more lines than are shown …
    document()->setTextWidth(width);
    const int height = heightForText();
    setGeometry(QRect(topLeft, QSize(width, height)));
    // … and then takes some of the width.
    document()->setTextWidth(viewport()->width());
    ensureCursorVisible();
    return height;
}

} // namespace moru
