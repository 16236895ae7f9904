#pragma once

#include "app/types/chat.h"
#include "ui/widgets/column_item.h"

namespace moru {

class MessageActions;

/// A message in the conversation: role, text and position for screen readers, and actions that show while the
/// pointer or the focus is on it, always under the last answer.
class MessageItem : public ColumnItem {
    Q_OBJECT

public:
    explicit MessageItem(MessageActions* actions, QWidget* parent = nullptr);

    [[nodiscard]] MessageId id() const { return record_.id; }
    [[nodiscard]] const MessageRecord& record() const { return record_; }
    virtual void setRecord(const MessageRecord& record) = 0;
    /// How the message is shown for a base model: as text on the page instead of turns.
    virtual void setCompletion(bool completion) = 0;
    void setPosition(int index, int count); ///< From 0, for "message 3 of 8".
    void setLast(bool isLast);
    void setFocusWithin(bool within);

signals:
    void regenerateRequested(moru::MessageId id);
    void continueRequested(moru::MessageId id);
    void branchRequested(moru::MessageId id);
    void versionRequested(moru::MessageId id, int index);
    void neighbourRequested(int step); ///< Arrow keys: −1 or 1.

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// What a screen reader says before the text: "You", or the model's name.
    [[nodiscard]] virtual QString speaker() const = 0;
    [[nodiscard]] bool isLast() const { return isLast_; }
    [[nodiscard]] MessageActions* actions() const { return actions_; }
    [[nodiscard]] virtual bool actionsShown() const;
    void updateActions();
    void storeRecord(const MessageRecord& record);
    void describe();

    MessageRecord record_;

private:
    MessageActions* actions_;
    bool isLast_ = false;
    bool hovered_ = false;
    bool focusWithin_ = false;
    int index_ = 0;
    int count_ = 1;
};

} // namespace moru
