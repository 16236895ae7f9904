#include "ui/views/system_prompt_panel.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace moru {

namespace {
constexpr int kEditHeight = 84;
}

SystemPromptPanel::SystemPromptPanel(Conversation& conversation, EngineControl& engine, QWidget* parent)
    : QWidget(parent)
    , conversation_(conversation)
    , engine_(engine)
    , title_(new TextLabel(TextSize::Table, QFont::DemiBold))
    , hint_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , edit_(new QPlainTextEdit)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 8, 24, 10);
    layout->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(title_);
    head->addStretch();
    head->addWidget(hint_);
    layout->addLayout(head);
    layout->addWidget(edit_);
    edit_->setObjectName(QStringLiteral("boxed"));
    edit_->setTabChangesFocus(true);
    title_->setBuddy(edit_);
    connect(edit_, &QPlainTextEdit::textChanged, this,
        [this] { conversation_.setSystemPrompt(edit_->toPlainText()); });
    connect(&conversation_, &Conversation::opened, this, &SystemPromptPanel::refresh);
    connect(&conversation_, &Conversation::systemPromptChanged, this, &SystemPromptPanel::refresh);
    connect(&engine_, &EngineControl::loadedModelChanged, this, &SystemPromptPanel::refresh);
    keepTranslated(this, [this] { refresh(); });
    keepStyled(this, [this] { edit_->setFixedHeight(scaled(kEditHeight)); });
}

void SystemPromptPanel::refresh()
{
    title_->setText(tr("System prompt"));
    const auto model = engine_.loadedModel();
    hint_->setText(model && model->canChat() && !model->hasSystemRole
            ? tr("%1 has no system role: this stands before the first message.").arg(model->title)
            : tr("Applies to this chat, from the next message on."));
    edit_->setAccessibleName(tr("System prompt"));
    edit_->setPlaceholderText(tr("Who the model is and how it answers"));
    if (edit_->toPlainText() != conversation_.systemPrompt()) {
        const QSignalBlocker quiet(edit_);
        edit_->setPlainText(conversation_.systemPrompt());
    }
}

void SystemPromptPanel::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.raised);
    painter.fillRect(0, height() - 1, width(), 1, colors.line);
}

} // namespace moru
