#include "ui/views/answer_head.h"

#include "app/types/state_text.h"
#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>

namespace moru {

AnswerHead::AnswerHead(QWidget* parent)
    : QWidget(parent)
    , who_(new TextLabel(TextSize::Table, QFont::DemiBold, Tone::Text2))
    , when_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , state_(new Chip(ChipKind::Warning))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(who_);
    layout->addWidget(when_);
    layout->addWidget(state_);
    layout->addStretch();
    state_->setKind(ChipKind::Warning, QStringLiteral("warning"));
    keepTranslated(this, [this] { retranslate(); });
}

void AnswerHead::setRecord(const MessageRecord& record)
{
    record_.modelTitle = record.modelTitle;
    record_.createdAt = record.createdAt;
    record_.state = record.state;
    retranslate();
}

void AnswerHead::retranslate()
{
    who_->setText(record_.modelTitle);
    when_->setText(record_.createdAt.isValid() ? timeText(record_.createdAt) : QString());
    when_->setToolTip(figureLocale().toString(record_.createdAt, QLocale::LongFormat));
    state_->setVisible(record_.state == AnswerState::Interrupted);
    state_->setText(answerStateText(record_.state));
}

} // namespace moru
