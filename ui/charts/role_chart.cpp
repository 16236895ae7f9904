#include "ui/charts/role_chart.h"

#include "ui/charts/role_colors.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace moru {

namespace {

constexpr std::size_t kMostColumns = 128; // Eight bands of more points cost more than the eye can see.
constexpr double kNsPerMs = 1e6;

} // namespace

RoleChart::RoleChart(QWidget* parent)
    : LiveChart(parent)
{
    keepStyled(this, [this] {
        restyleAxes();
        redraw();
    });
    keepTranslated(this, [this] { setAccessibleName(tr("Milliseconds of each token, by role")); });
}

void RoleChart::setTokens(std::span<const TokenSample> tokens)
{
    columns_.clear();
    redraw();
    if (tokens.empty())
        return;
    const std::size_t count = std::min(tokens.size(), kMostColumns);
    std::vector<double> heights;
    for (std::size_t i = 0; i < count; ++i) {
        const auto part = tokens.subspan(
            i * tokens.size() / count, (i + 1) * tokens.size() / count - i * tokens.size() / count);
        Column& column = columns_.emplace_back();
        column.begin = part.front().index + 1;
        column.end = part.back().index + 2;
        double sum = 0;
        for (std::size_t role = 0; role < kOperationRoleCount; ++role) {
            double ns = 0;
            for (const TokenSample& token : part)
                ns += static_cast<double>(token.step.profile.roleNs[role]);
            sum += ns / kNsPerMs / static_cast<double>(part.size());
            column.tops[role] = sum;
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
    setRanges(columns_.front().begin, columns_.back().end, largest);
}

void RoleChart::drawPlot(QPainter& painter, const QRectF& area) const
{
    painter.setRenderHint(QPainter::Antialiasing, false); // upright rectangles need none
    const auto pixel = [](double value) { return static_cast<int>(std::lround(value)); };
    for (std::size_t role = 0; role < kOperationRoleCount; ++role) {
        const auto kind = static_cast<OperationRole>(role);
        const QColor color = themeColors().*roleColor(kind);
        const QBrush brush = kind == OperationRole::Waiting ? QBrush(color, Qt::BDiagPattern) : QBrush(color);
        for (const Column& column : columns_) {
            const int left = pixel(xOf(column.begin, area));
            const int right = pixel(xOf(column.end, area));
            const int bottom = pixel(yOf(role > 0 ? column.tops[role - 1] : 0, area));
            const int top = pixel(std::max(yOf(column.tops[role], area), area.top()));
            if (top < bottom)
                painter.fillRect(QRect(left, top, right - left, bottom - top), brush);
        }
    }
}

} // namespace moru
