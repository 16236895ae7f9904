#pragma once

#include <QString>

#include <vector>

namespace moru {

/// A line of two texts laid over each other.
struct DifferenceLine {
    enum class Kind { Same, OnlyBefore, OnlyAfter };
    Kind kind = Kind::Same;
    QString text;
};

/// The fewest lines that must go and come to make `after` of `before` (longest common subsequence). For texts
/// of a few hundred lines: time and memory grow with the product of both.
[[nodiscard]] std::vector<DifferenceLine> lineDifference(const QString& before, const QString& after);

} // namespace moru
