#pragma once

#include <QWidget>

class QLineEdit;

namespace moru {

class ConversationSearch;
class IconButton;
class TextLabel;

/// Search inside the open chat: words, how many places, the next and the one before. Enter and Shift+Enter
/// step, Esc closes.
class FindBar final : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(ConversationSearch* search, QWidget* parent = nullptr);

    void open(); ///< Shows it with the words selected, ready to be typed over.
    void close();
    [[nodiscard]] QLineEdit* field() const { return field_; }
    [[nodiscard]] QString countWords() const;

signals:
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    ConversationSearch* search_;
    QLineEdit* field_;
    TextLabel* count_;
    IconButton* previous_;
    IconButton* next_;
    IconButton* close_;
};

} // namespace moru
