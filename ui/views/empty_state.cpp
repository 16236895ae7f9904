#include "ui/views/empty_state.h"

#include "ui/widgets/icon_label.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QVBoxLayout>

namespace moru {

EmptyState::EmptyState(const QString& iconName, QWidget* parent)
    : QWidget(parent)
    , words_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2))
    , action_(new TextButton(QStringLiteral("flat small")))
{
    constexpr int kIconSide = 24;
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addStretch();
    layout->addWidget(new IconLabel(iconName, Tone::Text3, kIconSide), 0, Qt::AlignHCenter);
    words_->setAlignment(Qt::AlignHCenter);
    words_->setWordWrap(true);
    layout->addWidget(words_);
    layout->addWidget(action_, 0, Qt::AlignHCenter);
    layout->addStretch();
    action_->hide();
    connect(action_, &QPushButton::clicked, this, &EmptyState::actionTriggered);
}

void EmptyState::setSentence(const QString& sentence)
{
    sentence_ = sentence;
    words_->setWords(sentence);
    setAccessibleName(sentence);
}

void EmptyState::setAction(const QString& label)
{
    action_->setLabel(label);
    action_->setVisible(!label.isEmpty());
}

} // namespace moru
