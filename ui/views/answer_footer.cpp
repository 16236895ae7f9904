#include "ui/views/answer_footer.h"

#include "ui/theme/retranslate.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace moru {

AnswerFooter::AnswerFooter(QWidget* parent)
    : QWidget(parent)
    , kept_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , continue_(new TextButton(QStringLiteral("primary"), QStringLiteral("play")))
    , regenerate_(new TextButton({}, QStringLiteral("regenerate")))
    , penalty_(new TextButton({}, QStringLiteral("replay")))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(kept_);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(continue_);
    buttons->addWidget(regenerate_);
    buttons->addWidget(penalty_);
    buttons->addStretch();
    layout->addLayout(buttons);
    connect(continue_, &QPushButton::clicked, this, &AnswerFooter::continueRequested);
    connect(regenerate_, &QPushButton::clicked, this, &AnswerFooter::regenerateRequested);
    connect(penalty_, &QPushButton::clicked, this, &AnswerFooter::penaltyRequested);
    keepTranslated(this, [this] { retranslate(); });
}

void AnswerFooter::setRecord(const MessageRecord& record)
{
    tokens_ = record.statistics ? record.statistics->generatedTokens : 0;
    wasInterrupted_ = record.state == AnswerState::Interrupted;
    repeated_
        = !wasInterrupted_ && record.statistics && record.statistics->stopReason == StopReason::Repetition;
    hasText_ = !record.text.isEmpty() || !record.thinking.isEmpty();
    retranslate();
}

void AnswerFooter::retranslate()
{
    kept_->setText(repeated_ ? tr("The answer went round in circles, so it was stopped.")
            : !hasText_      ? tr("Nothing was written yet. Your message is safe.")
            : tokens_ > 0    ? tr("%Ln token(s) were kept. Your message is safe.", nullptr, tokens_)
                             : tr("What was written is kept. Your message is safe."));
    continue_->setVisible(hasText_ && wasInterrupted_);
    regenerate_->setVisible(wasInterrupted_);
    penalty_->setVisible(repeated_);
    penalty_->setLabel(tr("Try again with a repetition penalty"));
    continue_->setLabel(tr("Continue"));
    regenerate_->setLabel(tr("Regenerate"));
}

} // namespace moru
