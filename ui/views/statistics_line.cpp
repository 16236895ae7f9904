#include "ui/views/statistics_line.h"

#include "app/types/state_text.h"
#include "ui/text/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace moru {

namespace {
constexpr int kRowHeight = 18;
constexpr int kGap = 10;
} // namespace

StatisticsLine::StatisticsLine(QWidget* parent)
    : ColumnItem(parent)
{
    keepTranslated(this, [this] { retranslate(); });
}

QString StatisticsLine::samplingText(const SamplingOptions& sampling)
{
    return tr("The same seed and settings give the same answer") + QLatin1Char('\n')
        + tr("temperature %1 · top K %2 · top P %3 · min P %4")
              .arg(decimalText(sampling.temperature, 2), countText(sampling.topK),
                  decimalText(sampling.topP, 2), decimalText(sampling.minP, 2))
        + QLatin1Char('\n')
        + tr("repeat penalty %1 · presence %2 · frequency %3")
              .arg(decimalText(sampling.repetitionPenalty, 2), decimalText(sampling.presencePenalty, 2),
                  decimalText(sampling.frequencyPenalty, 2));
}

void StatisticsLine::setStatistics(const AnswerStatistics& statistics)
{
    statistics_ = statistics;
    retranslate();
}

void StatisticsLine::retranslate()
{
    const AnswerStatistics& s = statistics_;
    items_.clear();
    if (s.decodeTokensPerSecond)
        items_.append({ tr("%1 tokens/s").arg(rateText(*s.decodeTokensPerSecond)),
            tr("Decode speed: (tokens − 1) / (time of the last token − time of the first token)"),
            Tone::Text2, {} });
    items_.append({ tr("%Ln token(s)", nullptr, s.generatedTokens),
        s.thinkingTokens > 0
            ? tr("Tokens written, %1 of them while thinking").arg(countText(s.thinkingTokens))
            : tr("Tokens written"),
        Tone::Text3, {} });
    if (s.firstTokenMs)
        items_.append({ tr("first token after %1 s").arg(secondsText(*s.firstTokenMs)),
            tr("From Send to the first token shown"), Tone::Text3, {} });
    items_.append({ tr("stop reason: %1").arg(stopReasonText(s.stopReason)), tr("Why the answer ended"),
        Tone::Text3, {} });
    QString reuse
        = tr("Of %1 prompt tokens, those that were still in the KV cache; they are not counted as prefill")
              .arg(countText(s.promptTokens));
    if (s.promptTokensPerSecond)
        reuse += QLatin1Char('\n')
            + tr("Prefill: %1 tokens/s = new prompt tokens / prefill time")
                  .arg(rateText(*s.promptTokensPerSecond));
    items_.append({ tr("prompt: %1 reused, %2 new")
                        .arg(countText(s.reusedTokens), countText(s.promptTokens - s.reusedTokens)),
        reuse, Tone::Text3, {} });
    if (s.droppedMessages > 0)
        items_.append({ tr("%Ln earlier message(s) left out", nullptr, s.droppedMessages),
            tr("They did not fit into the context, so the model did not see them for this answer"),
            Tone::Warning, {} });
    // Greedy answers use no seed.
    if (s.sampling.temperature > 0)
        items_.append({ tr("seed %1").arg(s.seed), samplingText(s.sampling), Tone::Text3, {} });
    setAccessibleName(texts().join(QStringLiteral(", ")));
    emit heightChanged();
    update();
}

QStringList StatisticsLine::texts() const
{
    QStringList texts;
    for (const Item& item : items_)
        texts << item.text;
    return texts;
}

int StatisticsLine::layoutColumn(int width)
{
    const QFontMetrics plain(uiFont(TextSize::Table));
    const QFontMetrics strong(uiFont(TextSize::Table, QFont::Medium));
    const int rowHeight = scaled(kRowHeight);
    const int separator = plain.horizontalAdvance(QChar(0xB7)) + 2 * scaled(kGap);
    int x = 0;
    int y = 0;
    for (Item& item : items_) {
        const int itemWidth = (item.tone == Tone::Text2 ? strong : plain).horizontalAdvance(item.text) + 1;
        if (x > 0 && x + separator + itemWidth > width) {
            x = 0;
            y += rowHeight;
        } else if (x > 0) {
            x += separator;
        }
        item.area = QRect(x, y, itemWidth, rowHeight);
        x += itemWidth;
    }
    update(); // it may have been painted since its words changed, and need not change its size
    return y + rowHeight;
}

void StatisticsLine::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    for (const Item& item : std::as_const(items_)) {
        painter.setFont(uiFont(TextSize::Table, item.tone == Tone::Text2 ? QFont::Medium : QFont::Normal));
        painter.setPen(toneColor(colors, item.tone));
        painter.drawText(item.area, Qt::AlignLeft | Qt::AlignVCenter, item.text);
        if (item.area.left() > 0) {
            painter.setPen(colors.text3);
            painter.drawText(item.area.adjusted(-scaled(kGap) - scaled(4), 0, 0, 0),
                Qt::AlignLeft | Qt::AlignVCenter, QString(QChar(0xB7)));
        }
    }
}

bool StatisticsLine::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (const Item& item : std::as_const(items_)) {
            if (item.area.contains(help->pos())) {
                QToolTip::showText(help->globalPos(), item.definition, this, item.area);
                return true;
            }
        }
        QToolTip::hideText();
        return true;
    }
    return ColumnItem::event(event);
}

} // namespace moru
