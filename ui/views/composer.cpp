#include "ui/views/composer.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
#include "app/interfaces/prompt_source.h"
#include "app/interfaces/settings_store.h"
#include "ui/text/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/context_fit.h"
#include "ui/views/message_edit.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/switch_box.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace moru {

namespace {
constexpr int kWidest = 720;
constexpr int kSideMargin = 24;
constexpr int kTop = 6;
constexpr int kBottom = 10;
constexpr int kTextX = 12;
constexpr int kTextTop = 10;
constexpr int kBarHeight = 40;
constexpr int kTightShare = 16; // of the context: 256 tokens of 4,096
} // namespace

Composer::Composer(Conversation& conversation, EngineControl& engine, SettingsStore& settings,
    PromptSource& prompts, QWidget* parent)
    : QWidget(parent)
    , conversation_(conversation)
    , engine_(engine)
    , settings_(settings)
    , prompts_(prompts)
    , edit_(new MessageEdit(this))
    , bar_(new QWidget(this))
    , thinking_(new QWidget)
    , thinkingLabel_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2))
    , thinkingSwitch_(new SwitchBox)
    , count_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , hint_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , send_(new TextButton(QStringLiteral("primary"), QStringLiteral("send")))
{
    auto* thinkingRow = new QHBoxLayout(thinking_);
    thinkingRow->setContentsMargins(8, 0, 0, 0);
    thinkingRow->setSpacing(6);
    thinkingRow->addWidget(new IconLabel(QStringLiteral("thinking"), Tone::Text2, 15));
    thinkingRow->addWidget(thinkingLabel_);
    thinkingRow->addWidget(thinkingSwitch_);
    auto* layout = new QHBoxLayout(bar_);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(8);
    layout->addWidget(thinking_);
    layout->addStretch();
    layout->addWidget(count_);
    layout->addWidget(hint_);
    layout->addWidget(send_);

    setAttribute(Qt::WA_OpaquePaintEvent);
    edit_->installEventFilter(this);
    connect(edit_, &QTextEdit::textChanged, this, [this] {
        sendsWhenCounted_ = false; // it is another text now
        conversation_.setDraft(edit_->toPlainText());
        refresh();
        layoutBox();
    });
    connect(edit_, &MessageEdit::sendRequested, this, &Composer::send);
    connect(send_, &QPushButton::clicked, this, &Composer::sendOrStop);
    connect(thinkingSwitch_, &QCheckBox::toggled, this, [this](bool on) {
        if (const auto model = engine_.loadedModel())
            settings_.setModelValue(SettingId::Thinking, model->modelKey, on);
    });
    connect(&conversation_, &Conversation::draftReplaced, this, [this](const QString& text) {
        if (edit_->toPlainText() != text)
            edit_->setMessage(text);
        refresh();
        layoutBox();
    });
    connect(&conversation_, &Conversation::opened, this, &Composer::refresh);
    connect(&conversation_, &Conversation::messagesChanged, this, &Composer::refresh);
    connect(&conversation_, &Conversation::activityChanged, this, [this] {
        if (conversation_.activity().kind != shownActivity_) // not each token of it
            refresh();
    });
    connect(&engine_, &EngineControl::loadedModelChanged, this, &Composer::refresh);
    connect(&prompts_, &PromptSource::countChanged, this, &Composer::takeCount);
    connect(&settings_, &SettingsStore::changed, this, &Composer::refresh);
    connect(&settings_, &SettingsStore::modelValuesChanged, this, &Composer::refresh);
    keepTranslated(this, [this] { refresh(); });
    keepStyled(this, [this] { layoutBox(); });
    edit_->setMessage(conversation_.draft());
}

QWidget* Composer::thinkingSwitch() const
{
    return thinkingSwitch_;
}

bool Composer::isBusy() const
{
    const ChatActivityKind kind = conversation_.activity().kind;
    return kind != ChatActivityKind::Idle && kind != ChatActivityKind::WaitingForModel;
}

bool Composer::maySend() const
{
    if (!conversation_.canSend())
        return false;
    const bool hasText = !edit_->toPlainText().trimmed().isEmpty();
    if (hasText && isCounted() && isRefused(contextFit(prompts_.count(), overflowPolicy())))
        return false;
    return hasText || (conversation_.isCompletion() && !conversation_.messages().empty());
}

void Composer::commitComposition()
{
    edit_->commitComposition();
}

void Composer::sendOrStop()
{
    if (isBusy())
        conversation_.stop();
    else
        send();
    edit_->setFocus();
}

QString Composer::overflowPolicy() const
{
    return settings_.value(SettingId::ContextOverflow).toString();
}

bool Composer::isCounted() const
{
    return !prompts_.isCounting() && prompts_.count() && prompts_.count()->draft == edit_->toPlainText();
}

void Composer::send()
{
    edit_->commitComposition();
    if (!maySend() || sendsWhenCounted_)
        return;
    const bool canBeRefused = engine_.loadedModel() && !edit_->toPlainText().trimmed().isEmpty();
    if (!canBeRefused || isCounted()) {
        sendNow();
        return;
    }
    // A few milliseconds on another thread; takeCount goes on.
    sendsWhenCounted_ = true;
    prompts_.countNow();
}

void Composer::takeCount()
{
    refresh();
    if (sendsWhenCounted_ && !prompts_.isCounting()) {
        sendsWhenCounted_ = false;
        sendNow();
    }
}

void Composer::sendNow()
{
    if (!maySend()) // refused: the note above says why, and the words stay here
        return;
    const QString text = edit_->takeText();
    const std::size_t before = conversation_.messages().size();
    conversation_.send(text);
    // Words are never lost: what the conversation did not take stays here.
    if (conversation_.messages().size() == before && !isBusy())
        edit_->setMessage(text);
}

void Composer::refresh()
{
    const auto model = engine_.loadedModel();
    const bool completion = conversation_.isCompletion();
    const bool busy = isBusy();
    const bool sendsWithEnter = settings_.value(SettingId::SendWithEnter).toBool();
    edit_->setSendWithEnter(sendsWithEnter);
    edit_->setAccessibleName(completion ? tr("Text to continue") : tr("Message"));
    edit_->setPlaceholderText(completion
            ? tr("Write a beginning; %1 continues it").arg(model ? model->title : QString())
            : model ? tr("Message %1").arg(model->title)
                    : tr("Write a message; it is sent when a model is ready"));

    thinking_->setVisible(model && model->description.hasThinkingSwitch && !completion);
    thinkingLabel_->setText(tr("Thinking"));
    thinkingSwitch_->setAccessibleName(tr("Thinking"));
    if (model) {
        const QSignalBlocker quiet(thinkingSwitch_);
        thinkingSwitch_->setChecked(
            settings_.modelValue(SettingId::Thinking, model->modelKey).value.toBool());
    }

    hint_->setText(
        sendsWithEnter ? tr("Enter sends · Shift+Enter new line") : tr("Ctrl+Enter sends · Enter new line"));
    const bool hadFocus = send_->hasFocus();
    send_->setKind(busy ? QString() : QStringLiteral("primary"));
    send_->setIconName(busy ? QStringLiteral("stop")
            : completion    ? QStringLiteral("play")
                            : QStringLiteral("send"));
    send_->setLabel(busy ? tr("Stop") : completion ? tr("Continue") : tr("Send"));
    send_->setKeyCap(busy ? QStringLiteral("Esc") : QString());
    shownActivity_ = conversation_.activity().kind;
    send_->setEnabled(busy ? shownActivity_ != ChatActivityKind::Stopping : maySend());
    if (hadFocus && !send_->isEnabled())
        edit_->setFocus();
    showCount();
}

QString Composer::countWords() const
{
    return count_->isHidden() ? QString() : count_->text();
}

void Composer::showCount()
{
    const auto& count = prompts_.count();
    const bool isShown = count && !edit_->toPlainText().trimmed().isEmpty();
    count_->setVisible(isShown);
    // The count takes the hint's place where both have no room.
    hint_->setVisible(width() > scaled(isShown ? 620 : 420));
    if (!isShown)
        return;
    const int left = count->mostTokens - count->tokens;
    const QString used = tr("%1 of %2 tokens").arg(countText(count->tokens), countText(count->contextLength));
    count_->setText(left >= 0 ? used + QStringLiteral(" · ") + tr("%1 left").arg(countText(left))
                              : used + QStringLiteral(" · ") + tr("%1 too many").arg(countText(-left)));
    // Where hardly a sentence is left for the answer, it is told before.
    const bool isTight = left < count->contextLength / kTightShare;
    const bool isRefusedNow = isRefused(contextFit(count, overflowPolicy()));
    count_->setTone(isRefusedNow ? Tone::Error : isTight ? Tone::Warning : Tone::Text3);
    count_->setToolTip(
        tr("Tokens of the conversation with this message, of those that the context holds; an answer "
           "uses what is left"));
}

void Composer::layoutBox()
{
    const int boxWidth = std::min(width() - 2 * kSideMargin, scaled(kWidest));
    if (boxWidth <= 0)
        return;
    const int textWidth = boxWidth - 2 * kTextX;
    const int left = (width() - boxWidth) / 2;
    const int textHeight = edit_->place({ left + kTextX, kTop + kTextTop }, textWidth);
    const int boxHeight = kTextTop + textHeight + 2 + scaled(kBarHeight);
    box_ = QRect(left, kTop, boxWidth, boxHeight);
    bar_->setGeometry(box_.left() + 1, box_.bottom() - scaled(kBarHeight), boxWidth - 2, scaled(kBarHeight));
    setFixedHeight(kTop + boxHeight + kBottom);
    update();
}

void Composer::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    refresh();
    layoutBox();
}

void Composer::mousePressEvent(QMouseEvent* event)
{
    if (box_.contains(event->pos()))
        edit_->setFocus();
}

bool Composer::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::eventFilter(watched, event);
}

void Composer::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.base);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool focused = edit_->hasFocus();
    const double inset = focused ? 1 : 0.5;
    painter.setPen(QPen(focused ? colors.accent : colors.control, focused ? 2 : 1));
    painter.setBrush(colors.base);
    painter.drawRoundedRect(QRectF(box_).adjusted(inset, inset, -inset, -inset), 8, 8);
}

} // namespace moru
