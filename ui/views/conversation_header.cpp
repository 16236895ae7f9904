#include "ui/views/conversation_header.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
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

/// Tokens that the last finished answer left in the context; 0 before the first.
int tokensInContext(const Conversation& conversation)
{
    for (const MessageRecord& record : conversation.messages() | std::views::reverse)
        if (record.statistics)
            return record.statistics->contextTokens;
    return 0;
}

} // namespace

ConversationHeader::ConversationHeader(Conversation& conversation, EngineControl& engine, QWidget* parent)
    : QWidget(parent)
    , conversation_(conversation)
    , engine_(engine)
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
    const auto model = engine_.loadedModel();
    const int used = tokensInContext(conversation_);
    const bool known = model && used > 0;
    context_->setVisible(known);
    bar_->setVisible(known);
    if (known) {
        const int size = model->options.contextLength;
        // The token that fills the context is written and does not enter it.
        context_->setText(tr("Context %1 of %2").arg(countText(std::min(used, size)), countText(size)));
        context_->setToolTip(
            tr("Tokens of this chat after the last answer, of those that fit into the model's context"));
        bar_->setProgress(static_cast<double>(used) / std::max(size, 1));
    }
    find_->setName(tr("Find in this chat"), shortcut(ShortcutId::FindInChat));
    find_->setVisible(!conversation_.messages().empty());
    systemPrompt_->setName(tr("System prompt"));
    systemPrompt_->setVisible(!conversation_.isCompletion());
}

void ConversationHeader::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.base);
    painter.fillRect(0, height() - 1, width(), 1, colors.line);
}

} // namespace moru
