#pragma once

#include <QFrame>

namespace moru {

class TextButton;
class TextLabel;

enum class NoteKind { Info, Warning, Error, Plain };

/// A remark on a tinted ground: icon, words, perhaps one action. The word for the kind stands beside its
/// colour.
class NoteBox : public QFrame {
    Q_OBJECT

public:
    explicit NoteBox(NoteKind kind, const QString& iconName, QWidget* parent = nullptr);

    void setKind(NoteKind kind, const QString& iconName);
    /// `lead` is drawn in bold before `text`.
    void setWords(const QString& lead, const QString& text);
    void setAction(const QString& label); ///< Empty hides the button.
    [[nodiscard]] TextButton* actionButton() const { return action_; }

signals:
    void actionTriggered();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    NoteKind kind_;
    void writeWords();

    QString iconName_;
    QString lead_;
    QString text_;
    TextLabel* words_;
    TextButton* action_;
};

} // namespace moru
