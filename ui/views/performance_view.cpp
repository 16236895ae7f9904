#include "ui/views/performance_view.h"

#include "app/interfaces/performance_source.h"
#include "app/types/state_text.h"
#include "ui/charts/role_chart.h"
#include "ui/charts/role_colors.h"
#include "ui/charts/speed_chart.h"
#include "ui/text/figures.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/retranslate.h"
#include "ui/views/empty_state.h"
#include "ui/views/gauge_figure.h"
#include "ui/views/performance_rows.h"
#include "ui/views/section.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/history_bars.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace moru {

namespace {
constexpr int kBarHeight = 10;
constexpr int kChartHeight = 112;
} // namespace

PerformanceView::PerformanceView(PerformanceSource& source, QWidget* parent)
    : QWidget(parent)
    , source_(source)
    , decode_(new GaugeFigure)
    , prefill_(new GaugeFigure)
    , prefillNote_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , speed_(new Section)
    , speedChart_(new SpeedChart)
    , phases_(new Section)
    , phaseBar_(new StackedBar(kBarHeight))
    , phaseRows_(new FigureRows)
    , roles_(new Section)
    , roleBar_(new StackedBar(kBarHeight))
    , roleRows_(new FigureRows)
    , roleChart_(new RoleChart)
    , limit_(new NoteBox(NoteKind::Info, QStringLiteral("gauge")))
    , operations_(new Section)
    , operationRows_(new FigureRows)
    , history_(new Section)
    , historyBars_(new HistoryBars)
    , memory_(new Section)
    , memoryRows_(new FigureRows)
    , empty_(new EmptyState(QStringLiteral("chart")))
    , measured_(new QWidget)
{
    build();
    connect(&source_, &PerformanceSource::revised, this, [this] {
        if (isVisible())
            refresh();
    });
    keepTranslated(this, [this] { retranslate(); });
    keepStyled(this, [this] {
        speedChart_->setFixedHeight(scaled(kChartHeight));
        roleChart_->setFixedHeight(scaled(kChartHeight));
    });
}

void PerformanceView::build()
{
    auto* gauges = new QHBoxLayout;
    gauges->setContentsMargins(12, 6, 12, 2);
    gauges->setSpacing(16);
    gauges->addWidget(decode_, 1);
    gauges->addWidget(prefill_, 1);
    prefillNote_->setContentsMargins(12, 0, 12, 6);
    speed_->addWidget(speedChart_);
    phases_->addWidget(phaseBar_);
    phases_->addWidget(phaseRows_);
    roles_->addWidget(roleBar_);
    roles_->addWidget(roleRows_);
    roles_->addWidget(roleChart_);
    roles_->addWidget(limit_);
    operations_->addWidget(operationRows_);
    history_->addWidget(historyBars_);
    memory_->addWidget(memoryRows_);

    auto* measured = new QVBoxLayout(measured_);
    measured->setContentsMargins(0, 0, 0, 0);
    measured->setSpacing(0);
    measured->addLayout(gauges);
    measured->addWidget(prefillNote_);
    for (Section* section : { speed_, phases_, roles_, operations_ })
        measured->addWidget(section);

    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(measured_);
    column->addWidget(empty_);
    column->addWidget(memory_);
    column->addWidget(history_);
    column->addStretch();
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Arrow keys scroll it.
    scroll->setFocusPolicy(Qt::StrongFocus);
    FocusRing::include(scroll);
    setFocusProxy(scroll);
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

void PerformanceView::retranslate()
{
    setAccessibleName(tr("Performance"));
    decode_->setTexts(tr("Decode"), tr("tokens/s"),
        tr("(tokens − 1) / (time of the last token − time of the first token)"));
    prefill_->setTexts(
        tr("Prefill"), tr("tokens/s"), tr("New prompt tokens / prefill time; reused tokens are not counted"));
    speed_->setTitle(tr("Speed over the answer"), tr("tokens/s"));
    operations_->setTitle(tr("Operations of the last answer"), tr("decode, ms · share"));
    memory_->setTitle(tr("Memory"), tr("predicted · measured, GiB"));
    empty_->setSentence(tr("No measurement yet. The first answer fills this."));
    refresh();
}

QString PerformanceView::scopeText() const
{
    if (source_.generation() == 0)
        return {};
    return source_.gauges().isLive ? tr("Live") : tr("Last answer");
}

void PerformanceView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (drawnRevision_ != source_.revision())
        refresh();
}

void PerformanceView::refresh()
{
    ++refreshCount_;
    drawnRevision_ = source_.revision();
    const bool any = source_.generation() != 0;
    measured_->setVisible(any);
    empty_->setVisible(!any);
    if (any) {
        refreshSpeed();
        refreshPhases();
        refreshRoles();
        refreshCharts();
        refreshOperations();
    }
    refreshMemory();
    refreshHistory();
    describe();
    emit scopeChanged();
}

void PerformanceView::refreshSpeed()
{
    const SpeedGauges gauges = source_.gauges();
    decode_->setValue(gauges.isLive ? gauges.recentDecodeTokensPerSecond : gauges.decodeTokensPerSecond);
    prefill_->setValue(gauges.prefillTokensPerSecond);
    const PrefillProgress& prefill = gauges.prefill;
    prefillNote_->setText(tr("%1 of %2 new prompt tokens read, %3 reused")
            .arg(countText(prefill.tokensDone), countText(prefill.tokensTotal),
                countText(prefill.tokensReused)));
}

void PerformanceView::refreshPhases()
{
    const SpeedGauges gauges = source_.gauges();
    const PhaseRows rows = phaseRows(source_.phases(), gauges);
    phases_->setTitle(tr("Where the time went"),
        gauges.isLive ? tr("%1 s so far").arg(secondsText(rows.totalMs))
                      : tr("%1 s in all").arg(secondsText(rows.totalMs)));
    phaseBar_->setParts(rows.parts);
    phaseRows_->setRows(rows.rows);
}

void PerformanceView::refreshRoles()
{
    const std::vector<RoleShare> roles = source_.roles();
    roles_->setVisible(!roles.empty());
    if (roles.empty())
        return;
    const RoleRows rows = moru::roleRows(roles);
    roles_->setTitle(tr("One token, by role"), tr("%1 ms").arg(decimalText(rows.totalMs, 1)));
    roleBar_->setParts(rows.parts);
    roleRows_->setRows(rows.rows);
}

void PerformanceView::refreshCharts()
{
    const std::vector<TokenSample> tokens = source_.tokens();
    speedChart_->setTokens(decodedTokens(tokens));
    roleChart_->setTokens(decodedTokens(tokens));
}

void PerformanceView::refreshOperations()
{
    const std::vector<OperationShare> operations = source_.decodeOperations();
    operations_->setVisible(!operations.empty());
    operationRows_->setRows(operationRows(operations));
    const bool known
        = !operations.empty() && operations.front().gigabytesPerSecond && operations.front().shareOfMachine;
    limit_->setVisible(known);
    if (known) {
        const OperationShare& first = operations.front();
        limit_->setWords(tr("%1 takes the most time.").arg(QString::fromStdString(first.totals.name)),
            tr("It reads %1 GB/s, %2% of what this machine can do.")
                .arg(decimalText(*first.gigabytesPerSecond, 1))
                .arg(qRound(*first.shareOfMachine * 100)));
    }
}

void PerformanceView::refreshMemory()
{
    const MemoryLedger ledger = source_.memory();
    memory_->setVisible(ledger.totalMemoryBytes > 0);
    memoryRows_->setRows(ledgerRows(ledger));
}

void PerformanceView::refreshHistory()
{
    QList<HistoryBars::Bar> bars;
    for (const AnswerSpeed& answer : source_.history())
        if (answer.decodeTokensPerSecond)
            bars.append({ *answer.decodeTokensPerSecond,
                tr("%1 tokens/s, %2, %3")
                    .arg(rateText(*answer.decodeTokensPerSecond), answer.modelTitle,
                        dayText(answer.finishedAt)) });
    history_->setVisible(!bars.isEmpty());
    history_->setTitle(tr("Speed history"), tr("last answers, decode"));
    historyBars_->setBars(bars);
}

void PerformanceView::describe()
{
    QStringList sentences;
    if (source_.generation() != 0)
        sentences
            << tr("Decode %1 tokens/s, prefill %2 tokens/s").arg(decode_->valueText(), prefill_->valueText());
    if (!limit_->isHidden())
        sentences << limit_->accessibleName();
    setAccessibleDescription(sentences.join(QStringLiteral(". ")));
    speedChart_->setAccessibleDescription(sentences.value(0));
    roleChart_->setAccessibleDescription(roleRows_->accessibleDescription());
}

} // namespace moru
