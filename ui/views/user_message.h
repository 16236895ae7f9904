#pragma once

#include "ui/views/message_item.h"

namespace moru {

class MessageEdit;
class StillBrowser;
class TextButton;

/// The person's message: a bubble on the right, at most 80 % of the column, that can be edited in place. For
/// a base model it is the beginning of the text instead, on the page.
class UserMessage final : public MessageItem {
    Q_OBJECT

public:
    explicit UserMessage(QWidget* parent = nullptr);

    void setRecord(const MessageRecord& record) override;
    void setCompletion(bool completion) override;
    int layoutColumn(int width) override;
    void startEditing();
    [[nodiscard]] MessageEdit* editor() const { return edit_; } ///< Null unless editing.

signals:
    void editingStarted();
    void edited(moru::MessageId id, const QString& text);

protected:
    [[nodiscard]] QString speaker() const override;
    [[nodiscard]] bool actionsShown() const override;
    void paintEvent(QPaintEvent* event) override;

private:
    void finishEditing(bool accept);
    void restyle();
    int layoutEditor(int width);

    StillBrowser* text_;
    MessageEdit* edit_ = nullptr;
    TextButton* accept_ = nullptr;
    TextButton* cancel_ = nullptr;
    QRect bubble_;
    bool completion_ = false;
};

} // namespace moru
