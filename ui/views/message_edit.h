#pragma once

#include <QTextEdit>

namespace moru {

/// A plain text box for messages. Enter sends, Shift+Enter makes a line (or Ctrl+Enter sends, by setting).
///
/// Input methods: while a syllable is being composed, Enter belongs to the input method. Before the text is
/// read, the syllable is committed; should the input method commit it late all the same, that one late commit
/// is dropped, so that it cannot go out as the next message.
class MessageEdit final : public QTextEdit {
    Q_OBJECT

public:
    explicit MessageEdit(QWidget* parent = nullptr);

    /// Esc is answered here (escapePressed) instead of stopping an answer.
    void setOwnsEscape(bool owns) { ownsEscape_ = owns; }
    void setSendWithEnter(bool sendWithEnter) { sendWithEnter_ = sendWithEnter; }
    /// The whole text, the syllable being composed included.
    [[nodiscard]] QString takeText(); ///< Commits, reads and clears.
    void commitComposition();
    void setMessage(const QString& text);
    /// Puts it there, high enough for its text, but for 8 lines at most. Returns the height.
    int place(QPoint topLeft, int width);

signals:
    void sendRequested();
    void escapePressed();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void applyLineHeight();
    [[nodiscard]] int heightForText() const;

    bool sendWithEnter_ = true;
    bool ownsEscape_ = false;
    QString composition_; ///< The text that is being composed.
    QString droppedCommit_; ///< Already taken; dropped should it be committed late.
};

} // namespace moru
