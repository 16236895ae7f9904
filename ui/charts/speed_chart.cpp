#include "ui/charts/speed_chart.h"

#include "ui/charts/pixel_columns.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>

namespace moru {

SpeedChart::SpeedChart(QWidget* parent)
    : LiveChart(parent)
    , line_(new QLineSeries(this))
{
    chart()->addSeries(line_);
    line_->attachAxis(tokens_);
    line_->attachAxis(values_);
    keepStyled(this, [this] {
        restyleAxes();
        line_->setPen(QPen(themeColors().accent, 1.5));
    });
    keepTranslated(
        this, [this] { setAccessibleName(tr("Tokens per second, over the tokens of the answer")); });
}

void SpeedChart::setTokens(const std::vector<TokenSample>& tokens)
{
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(tokens.size()));
    double largest = 0;
    for (const TokenSample& token : tokens) {
        points.append(QPointF(token.index + 1, token.tokensPerSecond));
        largest = std::max(largest, token.tokensPerSecond);
    }
    if (!tokens.empty())
        setRanges(tokens.front().index + 1, tokens.back().index + 1, largest);
    line_->replace(keepExtremes(points, std::max(width(), 64)));
}

int SpeedChart::pointCount() const
{
    return static_cast<int>(line_->count());
}

} // namespace moru
