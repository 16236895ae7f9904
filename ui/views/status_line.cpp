#include "ui/views/status_line.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/performance_source.h"
#include "app/types/state_text.h"
#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/spark_line.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace moru {

namespace {

constexpr int kHeight = 24;
constexpr std::size_t kSparkTokens = 24;
constexpr int kDot = 7;

TextLabel* hintLabel(Tone tone = Tone::Text2, QFont::Weight weight = QFont::Normal)
{
    return new TextLabel(TextSize::Hint, weight, tone);
}

} // namespace

StatusLine::StatusLine(const WindowServices& services, QWidget* parent)
    : QWidget(parent)
    , services_(services)
    , state_(hintLabel())
    , spark_(new SparkLine(QSize(72, 16)))
    , speed_(hintLabel(Tone::Text, QFont::Medium))
    , tokens_(hintLabel())
    , machine_(hintLabel())
    , memoryIcon_(new IconLabel(QStringLiteral("memory"), Tone::Text2, 14))
    , memory_(hintLabel())
    , memoryBar_(new StackedBar(4))
    , network_(hintLabel())
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12 + kDot + 6, 1, 12, 0);
    layout->setSpacing(16);
    spark_->setFixedWidth(72);
    memoryBar_->setFixedWidth(64);
    const auto group = [layout](std::initializer_list<QWidget*> parts) {
        auto* row = new QHBoxLayout;
        row->setSpacing(6);
        for (QWidget* part : parts)
            row->addWidget(part);
        layout->addLayout(row);
    };
    group({ state_ });
    group({ spark_, speed_ });
    group({ tokens_ });
    layout->addStretch(1);
    group({ machine_ });
    group({ memoryIcon_, memory_, memoryBar_ });
    group({ new IconLabel(QStringLiteral("lock"), Tone::Text2, 13), network_ });

    connect(&services_.engine, &EngineControl::stateChanged, this, [this] {
        refreshState();
        refreshFigures();
    });
    connect(&services_.engine, &EngineControl::loadedModelChanged, this, &StatusLine::refreshMachine);
    connect(&services_.performance, &PerformanceSource::revised, this, [this] {
        if (isVisible())
            refreshFigures();
    });
    keepTranslated(this, [this] {
        network_->setText(tr("Network not used"));
        network_->setToolTip(tr("Nothing leaves this computer."));
        refreshState();
        refreshFigures();
        refreshMachine();
    });
    keepStyled(this, [this] { setFixedHeight(scaled(kHeight)); });
}

QString StatusLine::stateText() const
{
    const EngineState& state = services_.engine.state();
    switch (state.status) {
    case EngineStatus::NotLoaded:
        return tr("No model loaded");
    case EngineStatus::Loading:
        return tr("Loading: %1").arg(loadPhaseText(state.loading.phase));
    case EngineStatus::Ready:
        return tr("Ready");
    case EngineStatus::Generating:
        return state.phase == GenerationPhase::Prefill ? tr("Reading the prompt") : tr("Generating");
    case EngineStatus::Cancelling:
        return tr("Stopping…");
    case EngineStatus::Failed:
        return tr("Loading failed");
    }
    Q_UNREACHABLE();
}

void StatusLine::refreshState()
{
    state_->setText(stateText());
    update();
}

void StatusLine::refreshFigures()
{
    const SpeedGauges gauges = services_.performance.gauges();
    const bool live = gauges.isLive && services_.engine.state().status == EngineStatus::Generating;
    const auto rate = gauges.recentDecodeTokensPerSecond;
    spark_->setVisible(live && rate);
    speed_->setVisible(live && rate);
    tokens_->setVisible(live && gauges.generatedTokens > 0);
    if (live && rate) {
        speed_->setText(tr("%1 tokens/s").arg(rateText(*rate)));
        QList<double> recent;
        for (const TokenSample& token : services_.performance.tokens(kSparkTokens))
            recent.append(token.tokensPerSecond);
        spark_->setValues(recent);
    }
    tokens_->setText(tr("%Ln token(s)", nullptr, gauges.generatedTokens));

    const MemoryLedger ledger = services_.performance.memory();
    const bool known = ledger.totalMemoryBytes > 0;
    memory_->setVisible(known);
    memoryIcon_->setVisible(known);
    memoryBar_->setVisible(known);
    if (known) {
        memory_->setText(
            tr("%1 of %2 GiB").arg(gibText(ledger.process.residentBytes), gibText(ledger.totalMemoryBytes)));
        memory_->setToolTip(tr("Resident memory of this program, of what this machine has"));
        memoryBar_->setProgress(
            static_cast<double>(ledger.process.residentBytes) / static_cast<double>(ledger.totalMemoryBytes));
    }
    if (machine_->text().isEmpty())
        refreshMachine();
}

void StatusLine::refreshMachine()
{
    const auto machine = services_.performance.machine();
    const auto model = services_.engine.loadedModel();
    if (!machine) {
        machine_->clear();
        return;
    }
    const int threads = model ? model->options.threadCount : machine->threadCount;
    const QString isa = (model ? model->isa : QString::fromStdString(machine->isa)).toUpper();
    machine_->setText(tr("%n thread(s)", nullptr, threads) + QStringLiteral(" · ") + isa);
    machine_->setToolTip(QString::fromStdString(machine->processorName));
}

void StatusLine::fill(QWidget* bar)
{
    setParent(bar);
    bar->installEventFilter(this);
    setGeometry(bar->rect());
    show();
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        setGeometry(static_cast<QWidget*>(watched)->rect());
    return QWidget::eventFilter(watched, event);
}

void StatusLine::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    const EngineStatus status = services_.engine.state().status;
    const QColor dot = status == EngineStatus::Ready ? colors.ok
        : status == EngineStatus::Failed             ? colors.error
        : status == EngineStatus::NotLoaded          ? colors.text3
                                                     : colors.accent;
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.fillRect(0, 0, width(), 1, colors.line);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(dot);
    painter.drawEllipse(QRectF(12, (height() - kDot) / 2.0 + 0.5, kDot, kDot));
}

} // namespace moru
