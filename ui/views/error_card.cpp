#include "ui/views/error_card.h"

#include "app/types/error_text.h"
#include "ui/theme/retranslate.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace moru {

ErrorCard::ErrorCard(QWidget* parent)
    : Card(parent)
    , context_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , title_(new TextLabel(TextSize::Control, QFont::DemiBold))
    , cause_(new TextLabel(TextSize::Control, QFont::Normal, Tone::Text2))
    , help_(new TextLabel(TextSize::Control, QFont::Normal, Tone::Text))
    , action_(new TextButton(QStringLiteral("primary")))
    , copy_(new TextButton(QStringLiteral("flat")))
    , dismiss_(new TextButton(QStringLiteral("flat")))
{
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(new IconLabel(QStringLiteral("error"), Tone::Error), 0, Qt::AlignTop);
    head->addWidget(title_, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(action_);
    buttons->addWidget(copy_);
    buttons->addWidget(dismiss_);
    buttons->addStretch();
    for (TextLabel* label : { title_, cause_, help_ }) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    content()->addWidget(context_);
    content()->addLayout(head);
    auto* indented = new QVBoxLayout;
    indented->setContentsMargins(24, 0, 0, 0);
    indented->setSpacing(6);
    indented->addWidget(cause_);
    indented->addWidget(help_);
    indented->addSpacing(4);
    indented->addLayout(buttons);
    content()->addLayout(indented);
    context_->hide();
    action_->hide();
    dismiss_->hide();

    connect(action_, &QPushButton::clicked, this, &ErrorCard::actionTriggered);
    connect(dismiss_, &QPushButton::clicked, this, &ErrorCard::dismissed);
    connect(copy_, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(errorDetails(error_)); });
    keepTranslated(this, [this] { retranslate(); });
}

void ErrorCard::setError(const Error& error)
{
    error_ = error;
    retranslate();
}

void ErrorCard::setContext(const QString& context)
{
    context_->setText(context);
    context_->setVisible(!context.isEmpty());
    contentChanged();
}

void ErrorCard::setAction(const QString& label, const QString& iconName)
{
    action_->setIconName(iconName);
    action_->setLabel(label);
    action_->setVisible(!label.isEmpty());
    contentChanged();
}

void ErrorCard::setDismissible(bool dismissible)
{
    dismiss_->setVisible(dismissible);
    contentChanged();
}

void ErrorCard::retranslate()
{
    const ErrorText text = errorText(error_);
    title_->setWords(text.title);
    cause_->setWords(text.cause);
    cause_->setVisible(!text.cause.isEmpty());
    help_->setWords(text.help);
    help_->setVisible(!text.help.isEmpty());
    copy_->setLabel(tr("Copy details"));
    dismiss_->setLabel(tr("Close"));
    setAccessibleName(text.title);
    setAccessibleDescription(text.cause + QLatin1Char(' ') + text.help);
    contentChanged();
}

} // namespace moru
