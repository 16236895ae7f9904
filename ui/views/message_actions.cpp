#include "ui/views/message_actions.h"

#include "ui/theme/retranslate.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/windows/shortcuts.h"

#include <QHBoxLayout>

namespace moru {

MessageActions::MessageActions(Owner owner, QWidget* parent)
    : QWidget(parent)
    , owner_(owner)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    copy_ = add(QStringLiteral("copy"));
    connect(copy_, &QToolButton::clicked, this, &MessageActions::copyRequested);
    if (owner == Owner::User) {
        edit_ = add(QStringLiteral("edit"));
        connect(edit_, &QToolButton::clicked, this, &MessageActions::editRequested);
    } else {
        continue_ = add(QStringLiteral("play"));
        continue_->hide();
        connect(continue_, &QToolButton::clicked, this, &MessageActions::continueRequested);
        regenerate_ = add(QStringLiteral("regenerate"));
        connect(regenerate_, &QToolButton::clicked, this, &MessageActions::regenerateRequested);
    }
    branch_ = add(QStringLiteral("branch"));
    connect(branch_, &QToolButton::clicked, this, &MessageActions::branchRequested);
    if (owner == Owner::Answer) {
        prompt_ = add(QStringLiteral("prompt"));
        connect(prompt_, &QToolButton::clicked, this, &MessageActions::promptRequested);
    }
    previous_ = add(QStringLiteral("chevron-left"));
    connect(previous_, &QToolButton::clicked, this, [this] { emit versionRequested(versionIndex_ - 1); });
    versions_ = new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2);
    layout->addWidget(versions_);
    next_ = add(QStringLiteral("chevron-right"));
    connect(next_, &QToolButton::clicked, this, [this] { emit versionRequested(versionIndex_ + 1); });
    setVersions(0, 1);
    keepTranslated(this, [this] { retranslate(); });
}

IconButton* MessageActions::add(const QString& iconName)
{
    auto* button = new IconButton(iconName, IconButton::Size::Small);
    layout()->addWidget(button);
    return button;
}

void MessageActions::setVersions(int index, int count)
{
    versionIndex_ = index;
    versionCount_ = count;
    for (QWidget* part :
        { static_cast<QWidget*>(previous_), static_cast<QWidget*>(versions_), static_cast<QWidget*>(next_) })
        part->setVisible(count > 1);
    versions_->setText(QStringLiteral("%1 / %2").arg(index + 1).arg(count));
    previous_->setEnabled(index > 0);
    next_->setEnabled(index + 1 < count);
}

void MessageActions::setContinuable(bool continuable)
{
    continuable_ = continuable;
    if (continue_)
        continue_->setVisible(continuable);
}

void MessageActions::setBusy(bool busy)
{
    for (IconButton* button : { edit_, regenerate_, branch_ })
        if (button)
            button->setEnabled(!busy);
    if (continue_)
        continue_->setVisible(continuable_ && !busy);
    previous_->setEnabled(!busy && versionIndex_ > 0);
    next_->setEnabled(!busy && versionIndex_ + 1 < versionCount_);
}

void MessageActions::retranslate()
{
    copy_->setName(tr("Copy"));
    if (edit_)
        edit_->setName(tr("Edit"));
    if (continue_)
        continue_->setName(tr("Continue"), shortcut(ShortcutId::ContinueAnswer));
    if (regenerate_)
        regenerate_->setName(tr("Regenerate"), shortcut(ShortcutId::Regenerate));
    branch_->setName(tr("Branch chat"));
    if (prompt_)
        prompt_->setName(tr("Show the prompt"));
    previous_->setName(tr("Previous version"), shortcut(ShortcutId::PreviousVersion));
    next_->setName(tr("Next version"), shortcut(ShortcutId::NextVersion));
}

} // namespace moru
