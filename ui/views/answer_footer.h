#pragma once

#include "app/types/chat.h"

#include <QWidget>

namespace moru {

class TextButton;
class TextLabel;

/// Under an answer that was interrupted: what was kept, and the two ways on. Under one that went round in
/// circles: another try with a penalty.
class AnswerFooter final : public QWidget {
    Q_OBJECT

public:
    explicit AnswerFooter(QWidget* parent = nullptr);

    void setRecord(const MessageRecord& record);
    [[nodiscard]] bool hasWords() const { return wasInterrupted_ || repeated_; }
    [[nodiscard]] TextButton* penaltyButton() const { return penalty_; }

signals:
    void continueRequested();
    void regenerateRequested();
    void penaltyRequested();

private:
    void retranslate();

    int tokens_ = 0;
    bool hasText_ = false;
    bool wasInterrupted_ = false;
    bool repeated_ = false;
    TextLabel* kept_;
    TextButton* continue_;
    TextButton* regenerate_;
    TextButton* penalty_;
};

} // namespace moru
