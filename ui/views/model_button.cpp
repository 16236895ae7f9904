#include "ui/views/model_button.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/performance_source.h"
#include "app/types/state_text.h"
#include "ui/text/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/icon_button.h"
#include "ui/windows/shortcuts.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace moru {

namespace {

constexpr int kWidth = 400;
constexpr int kNarrow = 260;
constexpr int kHeight = 32;
constexpr int kBarWidth = 44;
constexpr int kChipGap = 8;

QString percentDone(const LoadingState& loading)
{
    if (loading.bytesTotal == 0)
        return {};
    return QStringLiteral(" %1%").arg(100 * loading.bytesDone / loading.bytesTotal);
}

} // namespace

ModelButton::ModelButton(EngineControl& engine, PerformanceSource& performance, QWidget* parent)
    : QAbstractButton(parent)
    , engine_(engine)
    , performance_(performance)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&engine_, &EngineControl::stateChanged, this, &ModelButton::refresh);
    connect(&engine_, &EngineControl::loadedModelChanged, this, &ModelButton::refresh);
    keepTranslated(this, [this] { refresh(); });
    keepStyled(this, [this] { updateGeometry(); });
}

void ModelButton::setOpen(bool open)
{
    open_ = open;
    update();
}

QSize ModelButton::sizeHint() const
{
    return { scaled(kWidth), scaled(kHeight) };
}

QSize ModelButton::minimumSizeHint() const
{
    return { scaled(kNarrow) / 2, scaled(kHeight) };
}

void ModelButton::refresh()
{
    const EngineState& state = engine_.state();
    const auto model = engine_.loadedModel();
    title_ = state.modelTitle.isEmpty() || state.status == EngineStatus::NotLoaded ? tr("Choose a model")
                                                                                   : state.modelTitle;
    state_.clear();
    precision_.clear();
    memory_.clear();
    if (state.status == EngineStatus::Loading)
        state_ = loadPhaseText(state.loading.phase) + percentDone(state.loading);
    else if (state.status == EngineStatus::Cancelling && state.cancelTarget == CancelTarget::Load)
        state_ = tr("Cancelling…");
    else if (state.status == EngineStatus::Failed)
        state_ = tr("not loaded");
    if (model) {
        precision_ = precisionText(model->options.precision);
        const MemoryLedger ledger = performance_.memory();
        memory_ = tr("%1 GiB").arg(gibText(model->measured.totalBytes()));
        memoryShare_ = ledger.totalMemoryBytes > 0
            ? static_cast<double>(model->measured.totalBytes()) / static_cast<double>(ledger.totalMemoryBytes)
            : 0;
    }
    QStringList facts { title_, precision_, state_ };
    facts.removeAll(QString());
    setAccessibleName(tr("Model: %1").arg(facts.join(QStringLiteral(", "))));
    setToolTip(tooltipWithShortcut(tr("Choose a model"), moru::shortcut(ShortcutId::ModelPicker)));
    update();
}

void ModelButton::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double inset = open_ ? 1 : 0.5;
    painter.setPen(QPen(open_ ? colors.accent : underMouse() ? colors.control : colors.line, open_ ? 2 : 1));
    painter.setBrush(colors.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6, 6);

    const int side = scaled(16);
    const double iconTop = (height() - side) / 2.0;
    paintIcon(painter, QStringLiteral("model"), QRectF(10, iconTop, side, side), colors.accentInk);
    const int chevron = scaled(14);
    int right = width() - 8 - chevron;
    paintIcon(painter, open_ ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down"),
        QRectF(right, (height() - chevron) / 2.0, chevron, chevron), colors.text3);
    right -= 8;

    const int left = 10 + side + 8;
    const QFont titleFont = uiFont(TextSize::Control, QFont::DemiBold);
    const QFont smallFont = uiFont(TextSize::Table);
    const QFontMetrics titleMetrics(titleFont);
    const QFontMetrics small(smallFont);
    const int precisionWidth = precision_.isEmpty() ? 0 : chipWidth(precision_) + kChipGap;
    const int titleWidth = titleMetrics.horizontalAdvance(title_) + precisionWidth;
    const int memoryWidth = memory_.isEmpty() ? 0 : small.horizontalAdvance(memory_) + 12;
    const int barWidth = memory_.isEmpty() ? 0 : scaled(kBarWidth) + 8;
    if (memoryWidth > 0 && left + titleWidth + memoryWidth + barWidth <= right) {
        const QRectF bar(right - scaled(kBarWidth), height() / 2.0 - 2, scaled(kBarWidth), 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.line);
        painter.drawRoundedRect(bar, 2, 2);
        painter.setBrush(colors.accent);
        painter.drawRoundedRect(
            QRectF(bar.topLeft(), QSizeF(bar.width() * std::min(memoryShare_, 1.0), bar.height())), 2, 2);
        right -= barWidth;
    }
    if (memoryWidth > 0 && left + titleWidth + memoryWidth <= right) {
        painter.setFont(smallFont);
        painter.setPen(colors.text2);
        painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignRight | Qt::AlignVCenter, memory_);
        right -= memoryWidth;
    }
    painter.setFont(titleFont);
    painter.setPen(colors.text);
    const QString title = titleMetrics.elidedText(title_, Qt::ElideRight, right - left - precisionWidth);
    painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignLeft | Qt::AlignVCenter, title);
    const int titleEnd = left + titleMetrics.horizontalAdvance(title);
    if (!precision_.isEmpty())
        paintChip(painter, { titleEnd + kChipGap, height() / 2 }, precision_, ChipKind::Plain, colors);
    if (!state_.isEmpty()) {
        const int x = titleEnd + precisionWidth + 8;
        painter.setFont(smallFont);
        painter.setPen(colors.text2);
        painter.drawText(QRect(x, 0, right - x, height()), Qt::AlignLeft | Qt::AlignVCenter,
            small.elidedText(state_, Qt::ElideRight, right - x));
    }
}

} // namespace moru
