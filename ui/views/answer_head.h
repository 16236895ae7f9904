#pragma once

#include "app/types/chat.h"

#include <QWidget>

namespace moru {

class Chip;
class TextLabel;

/// The line above an answer: model, time, and a chip when it was interrupted.
class AnswerHead final : public QWidget {
    Q_OBJECT

public:
    explicit AnswerHead(QWidget* parent = nullptr);

    void setRecord(const MessageRecord& record);

private:
    void retranslate();

    MessageRecord record_;
    TextLabel* who_;
    TextLabel* when_;
    Chip* state_;
};

} // namespace moru
