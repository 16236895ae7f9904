#include "ui/views/progress_row.h"

#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>

namespace moru {

namespace {

constexpr int kBarHeight = 4;

bool waits(ChatActivityKind kind)
{
    return kind == ChatActivityKind::WaitingForModel || kind == ChatActivityKind::Queued;
}

int percentOf(const PrefillProgress& prefill)
{
    return prefill.tokensTotal > 0 ? 100 * prefill.tokensDone / prefill.tokensTotal : 0;
}

} // namespace

ProgressRow::ProgressRow(QWidget* parent)
    : QWidget(parent)
    , icon_(new IconLabel(QStringLiteral("clock"), Tone::Text2, 14))
    , words_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2))
    , bar_(new StackedBar(kBarHeight))
    , takeBack_(new TextButton(QStringLiteral("small"), QStringLiteral("undo")))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(icon_);
    layout->addWidget(words_);
    bar_->setFixedWidth(120);
    layout->addWidget(bar_);
    layout->addWidget(takeBack_);
    layout->addStretch();
    connect(takeBack_, &QPushButton::clicked, this, &ProgressRow::takeBackRequested);
    keepTranslated(this, [this] { retranslate(); });
}

bool ProgressRow::hasWords() const
{
    return waits(activity_.kind) || activity_.kind == ChatActivityKind::Prefill
        || activity_.kind == ChatActivityKind::Stopping;
}

void ProgressRow::setActivity(const ChatActivity& activity)
{
    activity_ = activity;
    retranslate();
}

void ProgressRow::retranslate()
{
    const bool prefill = activity_.kind == ChatActivityKind::Prefill;
    switch (activity_.kind) {
    case ChatActivityKind::WaitingForModel:
        words_->setText(tr("Waiting: will be sent when the model is ready"));
        break;
    case ChatActivityKind::Queued:
        words_->setText(tr("Waiting, %1 ahead").arg(activity_.requestsAhead));
        break;
    case ChatActivityKind::Prefill:
        words_->setText(tr("Reading the prompt: %1% of %2 tokens")
                .arg(percentOf(activity_.prefill))
                .arg(countText(activity_.prefill.tokensTotal)));
        break;
    case ChatActivityKind::Stopping:
        words_->setText(tr("Stopping…"));
        break;
    default:
        words_->setText({});
    }
    bar_->setVisible(prefill);
    bar_->setProgress(percentOf(activity_.prefill) / 100.0);
    takeBack_->setVisible(waits(activity_.kind));
    takeBack_->setLabel(tr("Take back"));
    setAccessibleName(words_->text());
}

} // namespace moru
