#include "ui/text/line_difference.h"

#include <QStringList>

#include <algorithm>

namespace moru {

std::vector<DifferenceLine> lineDifference(const QString& before, const QString& after)
{
    using Kind = DifferenceLine::Kind;
    const QStringList old = before.split(u'\n');
    const QStringList fresh = after.split(u'\n');
    // common[i][j]: lines that old from i on and fresh from j on share at most.
    const auto width = static_cast<std::size_t>(fresh.size()) + 1;
    std::vector<int> common((static_cast<std::size_t>(old.size()) + 1) * width, 0);
    const auto at = [&](qsizetype i, qsizetype j) -> int& {
        return common[static_cast<std::size_t>(i) * width + static_cast<std::size_t>(j)];
    };
    for (qsizetype i = old.size(); i-- > 0;)
        for (qsizetype j = fresh.size(); j-- > 0;)
            at(i, j) = old[i] == fresh[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    std::vector<DifferenceLine> lines;
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < old.size() || j < fresh.size()) {
        if (i < old.size() && j < fresh.size() && old[i] == fresh[j]) {
            lines.push_back({ Kind::Same, old[i] });
            ++i;
            ++j;
        } else if (j == fresh.size() || (i < old.size() && at(i + 1, j) >= at(i, j + 1))) {
            lines.push_back({ Kind::OnlyBefore, old[i++] });
        } else {
            lines.push_back({ Kind::OnlyAfter, fresh[j++] });
        }
    }
    return lines;
}

} // namespace moru
