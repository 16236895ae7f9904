#include "ui/charts/role_chart.h"

#include "ui/charts/role_colors.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>

namespace moru {

namespace {
constexpr std::size_t kMostColumns = 128; // Eight bands of more points cost more than the eye can see.
constexpr double kNsPerMs = 1e6;
} // namespace

RoleChart::RoleChart(QWidget* parent)
    : LiveChart(parent)
{
    for (std::size_t role = 0; role < kOperationRoleCount; ++role) {
        tops_[role] = new QLineSeries(this);
        bands_[role] = new QAreaSeries(tops_[role], role > 0 ? tops_[role - 1] : nullptr);
        bands_[role]->setParent(this);
        chart()->addSeries(bands_[role]);
        bands_[role]->attachAxis(tokens_);
        bands_[role]->attachAxis(values_);
    }
    keepStyled(this, [this] { restyle(); });
    keepTranslated(this, [this] { setAccessibleName(tr("Milliseconds of each token, by role")); });
}

void RoleChart::restyle()
{
    restyleAxes();
    for (std::size_t role = 0; role < kOperationRoleCount; ++role) {
        const auto kind = static_cast<OperationRole>(role);
        const QColor color = themeColors().*roleColor(kind);
        bands_[role]->setPen(Qt::NoPen);
        bands_[role]->setBrush(
            kind == OperationRole::Waiting ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
    }
}

void RoleChart::setTokens(const std::vector<TokenSample>& tokens)
{
    if (tokens.empty()) {
        for (QLineSeries* top : tops_)
            top->clear();
        return;
    }
    const std::size_t columns = std::min(tokens.size(), kMostColumns);
    std::array<QList<QPointF>, kOperationRoleCount> edges;
    std::vector<double> heights;
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t first = column * tokens.size() / columns;
        const std::size_t end = std::max(first + 1, (column + 1) * tokens.size() / columns);
        double sum = 0;
        for (std::size_t role = 0; role < kOperationRoleCount; ++role) {
            double ns = 0;
            for (std::size_t i = first; i < end; ++i)
                ns += static_cast<double>(tokens[i].step.profile.roleNs[role]);
            sum += ns / kNsPerMs / static_cast<double>(end - first);
            edges[role].append(QPointF(tokens[first].index + 1, sum));
        }
        heights.push_back(sum);
    }
    // One token that waited for another program must not flatten all others: it is cut at the top.
    constexpr double kHighestInMedians = 3;
    const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 2);
    std::nth_element(heights.begin(), middle, heights.end());
    const double median = *middle;
    const double largest
        = std::min(*std::max_element(heights.begin(), heights.end()), kHighestInMedians * median);
    setRanges(tokens.front().index + 1, tokens[(columns - 1) * tokens.size() / columns].index + 1, largest);
    for (std::size_t role = 0; role < kOperationRoleCount; ++role)
        tops_[role]->replace(edges[role]);
}

} // namespace moru
