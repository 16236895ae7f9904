#include "ui/views/prompt_view.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
#include "app/interfaces/prompt_source.h"
#include "app/types/error_text.h"
#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/empty_state.h"
#include "ui/views/prompt_notes.h"
#include "ui/views/prompt_text_edit.h"
#include "ui/views/prompt_token_grid.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {

constexpr int kBarHeight = 10;

QString textPage()
{
    return QStringLiteral("text");
}
QString tokensPage()
{
    return QStringLiteral("tokens");
}
QString differencePage()
{
    return QStringLiteral("difference");
}

/// As moru-cli's --ids and Python read it.
QString idList(const PromptText& prompt)
{
    QStringList ids;
    for (const PromptToken& token : prompt.tokens)
        ids << QString::number(token.id);
    return u'[' + ids.join(QStringLiteral(", ")) + u']';
}

} // namespace

PromptView::PromptView(const WindowServices& services, QWidget* parent)
    : QWidget(parent)
    , services_(services)
    , body_(new QWidget)
    , count_(new TextLabel(TextSize::Section, QFont::DemiBold))
    , last_(new TextButton(QStringLiteral("flat small"), QStringLiteral("jump-down")))
    , bar_(new StackedBar(kBarHeight))
    , rows_(new FigureRows)
    , pages_(new SegmentedControl({ textPage(), tokensPage(), differencePage() }))
    , copy_(new IconButton(QStringLiteral("copy"), IconButton::Size::Small))
    , stack_(new QStackedWidget)
    , text_(new PromptTextEdit)
    , grid_(new PromptTokenGrid)
    , difference_(new PromptTextEdit)
    , status_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , notesLayout_(new QVBoxLayout)
    , empty_(new EmptyState(QStringLiteral("prompt")))
{
    build();
    connect(&services_.prompts, &PromptSource::promptChanged, this, &PromptView::refresh);
    connect(&services_.engine, &EngineControl::loadedModelChanged, this, &PromptView::refresh);
    connect(last_, &QPushButton::clicked, this, [this] { services_.prompts.show(0); });
    connect(pages_, &SegmentedControl::chosen, this, &PromptView::showPage);
    connect(copy_, &QToolButton::clicked, this, &PromptView::copy);
    connect(grid_, &PromptTokenGrid::currentChanged, this, &PromptView::showPage);
    keepTranslated(this, [this] {
        setAccessibleName(tr("Prompt"));
        text_->setAccessibleName(tr("Text of the prompt"));
        difference_->setAccessibleName(tr("Difference between the formats"));
        last_->setLabel(tr("Back to the last answer"));
        copy_->setName(tr("Copy"));
        pages_->setTitles({ tr("Text"), tr("Tokens"), tr("Difference") });
        refresh();
    });
    keepStyled(this, [this] { refresh(); }); // colours are in the texts
}

void PromptView::build()
{
    auto* body = new QVBoxLayout(body_);
    body->setContentsMargins(12, 6, 12, 10);
    body->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->addWidget(count_);
    head->addStretch();
    head->addWidget(last_);
    body->addLayout(head);
    body->addWidget(bar_);
    body->addWidget(rows_);
    auto* tools = new QHBoxLayout;
    tools->setSpacing(6);
    tools->addWidget(pages_);
    tools->addStretch();
    tools->addWidget(copy_);
    body->addLayout(tools);
    for (QWidget* page :
        { static_cast<QWidget*>(text_), static_cast<QWidget*>(grid_), static_cast<QWidget*>(difference_) })
        stack_->addWidget(page);
    body->addWidget(stack_, 1);
    body->addWidget(status_);
    notesLayout_->setSpacing(6);
    body->addLayout(notesLayout_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(body_, 1);
    layout->addWidget(empty_, 1);
    pages_->setValue(textPage());
    status_->setWordWrap(true);
}

QString PromptView::scopeText() const
{
    const auto& prompt = services_.prompts.prompt();
    if (!prompt)
        return {};
    if (services_.prompts.shownAnswer() == 0)
        return tr("Last answer");
    const auto& messages = services_.conversation.messages();
    const auto found = std::ranges::find(messages, prompt->answer, &MessageRecord::id);
    const auto place = std::count_if(messages.begin(), found == messages.end() ? found : found + 1,
        [](const MessageRecord& record) { return record.role == MessageRole::Assistant; });
    return tr("Answer %1").arg(countText(place));
}

QString PromptView::emptySentence() const
{
    const auto& prompt = services_.prompts.prompt();
    if (!prompt)
        return tr("No answer yet. What the model is given for one is shown here, to the last token.");
    if (!services_.engine.loadedModel())
        return tr("A model must be loaded to show the prompt: its tokenizer makes it.");
    if (prompt->error) {
        const ErrorText error = errorText(*prompt->error);
        return error.title + QStringLiteral(". ") + error.cause;
    }
    return tr("The prompt is being made.");
}

void PromptView::refresh()
{
    const auto& prompt = services_.prompts.prompt();
    const auto model = services_.engine.loadedModel();
    const bool isShown = prompt && prompt->content && model;
    body_->setVisible(isShown);
    empty_->setVisible(!isShown);
    if (isShown) {
        last_->setVisible(services_.prompts.shownAnswer() != 0);
        showFigures(*prompt);
        showContent(*prompt);
        showNotes(*prompt, *model);
        const bool differs = model->formatDifference.has_value();
        pages_->setShown(differencePage(), differs);
        if (differs)
            difference_->showDifference(*model->formatDifference);
        else if (pages_->value() == differencePage())
            pages_->setValue(textPage());
        showPage();
    } else {
        empty_->setSentence(emptySentence());
    }
    emit scopeChanged();
}

void PromptView::showFigures(const AnswerPrompt& prompt)
{
    const auto total = static_cast<int>(prompt.content->tokens.size());
    const int special
        = static_cast<int>(std::ranges::count_if(prompt.content->tokens, &PromptToken::isSpecial));
    count_->setText(tr("%Ln token(s)", nullptr, total));
    std::vector<FigureRows::Row> rows;
    bar_->setVisible(prompt.reusedTokens && total > 0);
    if (prompt.reusedTokens && total > 0) {
        const int reused = std::min(*prompt.reusedTokens, total);
        bar_->setParts({ { static_cast<double>(reused) / total, &ThemeColors::phase2, false },
            { static_cast<double>(total - reused) / total, &ThemeColors::phase4, false } });
        rows.push_back({ tr("Reused from the KV cache"), {}, countText(reused), &ThemeColors::phase2 });
        rows.push_back({ tr("New"), {}, countText(total - reused), &ThemeColors::phase4 });
    }
    rows.push_back({ tr("Special tokens"), {}, countText(special), &ThemeColors::head });
    rows_->setRows(std::move(rows));
}

void PromptView::showContent(const AnswerPrompt& prompt)
{
    const int reused = prompt.reusedTokens.value_or(0);
    text_->showPrompt(*prompt.content, reused);
    grid_->setPrompt(prompt.content, reused);
}

void PromptView::showNotes(const AnswerPrompt& prompt, const LoadedModelInfo& model)
{
    const std::vector<PromptNote> wanted = promptNotes(prompt, model);
    while (notes_.size() > wanted.size()) {
        notes_.back()->hide();
        notes_.back()->deleteLater();
        notes_.pop_back();
    }
    while (notes_.size() < wanted.size()) {
        notes_.push_back(new NoteBox(NoteKind::Plain, QStringLiteral("info")));
        notesLayout_->addWidget(notes_.back());
        connect(notes_.back(), &NoteBox::actionTriggered, this, [this] {
            pages_->setValue(differencePage());
            showPage();
        });
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        notes_[i]->setKind(wanted[i].kind, wanted[i].icon);
        notes_[i]->setWords(wanted[i].lead, wanted[i].text);
        notes_[i]->setAction(wanted[i].offersDifference ? tr("Show") : QString());
    }
}

QStringList PromptView::notes() const
{
    QStringList words;
    for (const NoteBox* note : notes_)
        words << note->accessibleName();
    return words;
}

QWidget* PromptView::firstControl() const
{
    return body_->isHidden() ? static_cast<QWidget*>(empty_) : stack_->currentWidget();
}

void PromptView::showPage()
{
    const QString page = pages_->value();
    const bool isTokens = page == tokensPage();
    const bool isDifference = page == differencePage();
    stack_->setCurrentWidget(isTokens ? static_cast<QWidget*>(grid_) : isDifference ? difference_ : text_);
    copy_->setName(isTokens ? tr("Copy the ids") : tr("Copy"));
    const auto model = services_.engine.loadedModel();
    const QString builtIn = model && model->formatDifference
        ? QString::fromStdString(model->formatDifference->builtInName)
        : QString();
    status_->setVisible(isTokens || isDifference);
    status_->setWords(isTokens
            ? grid_->describe(grid_->current())
            : tr("For a sample conversation: − built-in format %1, + the folder's template").arg(builtIn));
}

void PromptView::copy()
{
    const auto& prompt = services_.prompts.prompt();
    if (!prompt || !prompt->content)
        return;
    const QString page = pages_->value();
    QApplication::clipboard()->setText(page == tokensPage() ? idList(*prompt->content)
            : page == differencePage()                      ? difference_->toPlainText()
                                                            : prompt->content->text());
}

void PromptView::setWatched(bool watched)
{
    services_.prompts.setWatched(watched);
}

} // namespace moru
