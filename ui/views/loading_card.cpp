#include "ui/views/loading_card.h"

#include "app/types/state_text.h"
#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <chrono>

namespace moru {

namespace {

constexpr int kBarHeight = 10;
constexpr double kStillAfterMs = 2000; // Shorter pauses are the file system's, and would only flicker.

double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

LoadingCard::LoadingCard(QWidget* parent)
    : Card(parent)
    , title_(new TextLabel(TextSize::Section, QFont::DemiBold))
    , phase_(new TextLabel(TextSize::Control, QFont::DemiBold))
    , bytes_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2))
    , elapsed_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2))
    , detail_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , still_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , bar_(new StackedBar(kBarHeight))
    , cancel_(new TextButton({}, QStringLiteral("close")))
{
    auto* head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(elapsed_);
    auto* phaseRow = new QHBoxLayout;
    phaseRow->addWidget(phase_, 1);
    phaseRow->addWidget(bytes_);
    auto* footer = new QHBoxLayout;
    footer->addWidget(still_, 1);
    footer->addWidget(cancel_);
    content()->addLayout(head);
    content()->addWidget(bar_);
    content()->addLayout(phaseRow);
    content()->addWidget(detail_);
    content()->addLayout(footer);
    cancel_->setKeyCap(QStringLiteral("Esc"));
    connect(cancel_, &QPushButton::clicked, this, &LoadingCard::cancelRequested);
    clock_.setInterval(100);
    connect(&clock_, &QTimer::timeout, this, &LoadingCard::refresh);
    keepTranslated(this, [this] { refresh(); });
}

void LoadingCard::setState(const EngineState& state)
{
    state_ = state;
    refresh();
}

void LoadingCard::refresh()
{
    const LoadingState& loading = state_.loading;
    const bool cancelling = state_.status == EngineStatus::Cancelling;
    title_->setText(state_.modelTitle);
    phase_->setText(cancelling ? tr("Cancelling…") : loadPhaseText(loading.phase));
    // Unknown stays unknown: an empty bar says less than an invented one.
    const bool known = loading.bytesTotal > 0;
    bar_->setProgress(
        known ? static_cast<double>(loading.bytesDone) / static_cast<double>(loading.bytesTotal) : 0);
    bytes_->setText(known
            ? tr("%1 of %2").arg(diskSizeText(loading.bytesDone), diskSizeText(loading.bytesTotal))
            : QString());
    detail_->setText(loading.detail);
    const bool started = loading.startedAt != std::chrono::steady_clock::time_point {};
    elapsed_->setText(
        started ? tr("elapsed %1").arg(durationText(millisecondsSince(loading.startedAt))) : QString());
    const double stillMs = started ? millisecondsSince(loading.advancedAt) : 0;
    still_->setText(
        stillMs > kStillAfterMs ? tr("Last progress %1 ago").arg(durationText(stillMs)) : QString());
    cancel_->setLabel(tr("Cancel load"));
    cancel_->setEnabled(!cancelling);
    setAccessibleName(tr("Loading %1").arg(state_.modelTitle));
    setAccessibleDescription(phase_->text() + QLatin1Char(' ') + bytes_->text());
}

void LoadingCard::showEvent(QShowEvent* event)
{
    Card::showEvent(event);
    clock_.start();
}

void LoadingCard::hideEvent(QHideEvent* event)
{
    Card::hideEvent(event);
    clock_.stop();
}

} // namespace moru
