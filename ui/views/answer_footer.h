#pragma once

#include "app/types/chat.h"

#include <QWidget>

namespace moru {

class TextButton;
class TextLabel;

/// Under an answer that was interrupted: what was kept, and the two ways on.
class AnswerFooter final : public QWidget {
    Q_OBJECT

public:
    explicit AnswerFooter(QWidget* parent = nullptr);

    void setRecord(const MessageRecord& record);

signals:
    void continueRequested();
    void regenerateRequested();

private:
    void retranslate();

    int tokens_ = 0;
    bool hasText_ = false;
    TextLabel* kept_;
    TextButton* continue_;
    TextButton* regenerate_;
};

} // namespace moru
