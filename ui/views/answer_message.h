#pragma once

#include "ui/views/message_item.h"
#include "ui/views/sentence_announcer.h"

namespace moru {

class AnswerHead;
class AnswerFooter;
class ErrorCard;
class MarkdownView;
class ProgressRow;
class StatisticsLine;
class ThinkingBlock;

/// The model's answer on the page: who and when, thinking, Markdown, statistics; while it waits or the prompt
/// is read, a row says so; an error stands where the answer would.
class AnswerMessage final : public MessageItem {
    Q_OBJECT

public:
    /// `thinkingOpen`: blocks of finished thinking are unfolded.
    explicit AnswerMessage(bool thinkingOpen, QWidget* parent = nullptr);

    void setRecord(const MessageRecord& record) override;
    void updateRecord(const MessageRecord& record); ///< Fields only; the text stays as it was streamed.
    void setCompletion(bool completion) override;
    void appendText(const QString& text, bool isThinking);
    void setActivity(const ChatActivity& activity); ///< Of this answer; Idle when it is another's.
    int layoutColumn(int width) override;
    [[nodiscard]] MarkdownView* body() const { return body_; }

signals:
    void takeBackRequested();
    void answerNowRequested();
    void penaltyRequested(moru::MessageId id); ///< Another try, with a repetition penalty.
    void promptRequested(moru::MessageId id);

protected:
    [[nodiscard]] QString speaker() const override;
    [[nodiscard]] bool actionsShown() const override;

private:
    void showState();
    void showActivity();
    void setText(const QString& text);
    void ensureThinking();

    AnswerHead* head_;
    ThinkingBlock* thinking_ = nullptr;
    MarkdownView* body_;
    ProgressRow* progress_;
    ErrorCard* error_ = nullptr;
    StatisticsLine* statistics_;
    AnswerFooter* footer_;
    SentenceAnnouncer announcer_;
    ChatActivity activity_;
    bool thinkingOpen_;
    bool completion_ = false;
};

} // namespace moru
