#include "ui/views/conversation_header.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
#include "app/interfaces/performance_source.h"
#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/text_label.h"
#include "ui/windows/shortcuts.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>
#include <ranges>

namespace moru {

namespace {

constexpr int kHeight = 36;
constexpr int kBarHeight = 4;
constexpr int kBarWidth = 56;

/// The figures of the present generation are about an answer of this chat.
bool isBeingAnswered(const Conversation& conversation)
{
    switch (conversation.activity().kind) {
    case ChatActivityKind::Prefill:
    case ChatActivityKind::Thinking:
    case ChatActivityKind::Answering:
    case ChatActivityKind::Stopping:
        return true;
    case ChatActivityKind::Idle:
    case ChatActivityKind::WaitingForModel:
    case ChatActivityKind::Queued:
        return false;
    }
    return false;
}

/// Of the answer that is being written: its prompt and what is generated; 0 until the prompt is counted.
int tokensSoFar(const SpeedGauges& gauges)
{
    const int prompt = gauges.prefill.tokensReused + gauges.prefill.tokensTotal;
    return gauges.isLive && prompt > 0 ? prompt + gauges.generatedTokens : 0;
}

/// What the last finished answer of the path that is shown left in the context; 0 before the first.
int tokensAfterLastAnswer(const Conversation& conversation)
{
    for (const MessageRecord& record : conversation.messages() | std::views::reverse)
        if (record.statistics)
            return record.statistics->contextTokens;
    return 0;
}

} // namespace

ConversationHeader::ConversationHeader(
    Conversation& conversation, EngineControl& engine, const PerformanceSource& performance, QWidget* parent)
    : QWidget(parent)
    , conversation_(conversation)
    , engine_(engine)
    , performance_(performance)
    , title_(new ElidedLabel(TextSize::Control, QFont::DemiBold))
    , context_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , bar_(new StackedBar(kBarHeight))
    , find_(new IconButton(QStringLiteral("search"), IconButton::Size::Small))
    , systemPrompt_(new IconButton(QStringLiteral("prompt"), IconButton::Size::Small))
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 0, 8, 1);
    layout->setSpacing(8);
    layout->addWidget(title_, 1);
    layout->addWidget(context_);
    layout->addWidget(bar_);
    layout->addWidget(find_);
    layout->addWidget(systemPrompt_);
    systemPrompt_->setCheckable(true);
    connect(&conversation_, &Conversation::opened, this, &ConversationHeader::refresh);
    connect(&conversation_, &Conversation::messagesChanged, this, &ConversationHeader::refresh);
    connect(&conversation_, &Conversation::messageUpdated, this, &ConversationHeader::refresh);
    connect(&conversation_, &Conversation::titleChanged, this, &ConversationHeader::refresh);
    connect(&engine_, &EngineControl::loadedModelChanged, this, &ConversationHeader::refresh);
    connect(&performance_, &PerformanceSource::revised, this, [this] {
        if (isBeingAnswered(conversation_))
            refreshContext();
    });
    keepTranslated(this, [this] { refresh(); });
    keepStyled(this, [this] {
        setFixedHeight(scaled(kHeight));
        bar_->setFixedWidth(scaled(kBarWidth));
    });
}

void ConversationHeader::refresh()
{
    const QString title = conversation_.title();
    title_->setText(title.isEmpty() ? tr("New chat") : title);
    refreshContext();
    find_->setName(tr("Find in this chat"), shortcut(ShortcutId::FindInChat));
    find_->setVisible(!conversation_.messages().empty());
    systemPrompt_->setName(tr("System prompt"));
    systemPrompt_->setVisible(!conversation_.isCompletion());
}

void ConversationHeader::refreshContext()
{
    const auto model = engine_.loadedModel();
    const int soFar = isBeingAnswered(conversation_) ? tokensSoFar(performance_.gauges()) : 0;
    const int used = soFar > 0 ? soFar : tokensAfterLastAnswer(conversation_);
    const bool known = model && used > 0;
    context_->setVisible(known);
    bar_->setVisible(known);
    if (!known)
        return;
    const int size = model->options.contextLength;
    // The token that fills the context is written and does not enter it.
    context_->setText(tr("Context %1 of %2").arg(countText(std::min(used, size)), countText(size)));
    context_->setToolTip(soFar > 0
            ? tr("Tokens of the prompt and of the answer so far, of those that fit into the model's context")
            : tr("Tokens of this chat after the last answer, of those that fit into the model's context"));
    bar_->setProgress(static_cast<double>(used) / std::max(size, 1));
}

void ConversationHeader::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.base);
    painter.fillRect(0, height() - 1, width(), 1, colors.line);
}

} // namespace moru
