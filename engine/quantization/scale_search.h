#pragma once

#include "engine/quantization/quantisation_error.h"

#include <cstdint>
#include <span>
#include <vector>

namespace moru {

/// A row of weights on the way into a panel: its numbers and how much each column's error counts, both padded
/// with zeros to whole blocks of 128.
class WeightRow {
public:
    /// `columnWeights`: what an error of each column weighs against the others', ≥ 0 (for example the mean
    /// square of its activations over a text); null: all the same. Shapes: columnWeights [columns].
    WeightRow(std::int64_t columns, const float* columnWeights);

    void read(const float* weights);

    struct Group {
        std::span<const float> weights;
        std::span<const float> importance;
    };
    [[nodiscard]] Group group(std::int64_t start, std::int64_t count) const
    {
        return { std::span(weights_).subspan(std::size_t(start), std::size_t(count)),
            std::span(importance_).subspan(std::size_t(start), std::size_t(count)) };
    }

private:
    std::int64_t columns_;
    std::vector<float> weights_;
    std::vector<float> importance_;
};

/// What a group's integers mean: weight = scale · (integer − zeroPoint / 16), lowest ≤ integer ≤ highest.
struct GroupCode {
    std::uint16_t scaleBits = 0; ///< bf16; 0 where the group is zero, or so small that its scale is denormal
    int zeroPoint = 0;
    int lowest = 0;
    int highest = 0;
};

/// The integers nearest to a group's weights. NaN and infinity become some integer of the range.
/// Shapes: integers [as many as weights].
void encodeGroup(std::span<const float> weights, const GroupCode& code, std::span<std::int8_t> integers);

/// What `code` costs the group.
[[nodiscard]] QuantisationError measureGroup(const WeightRow::Group& group, const GroupCode& code);

/// Of some codes near the one that just holds the largest number, the one with the smallest squared error.
[[nodiscard]] GroupCode searchInt8(const WeightRow::Group& group);

/// The same for 0 … 15 with a zero point: of some places of the ends of the range the best, refined by the
/// line of least squares through (integer, weight). Weights that already lie on 16 equal steps are found
/// exactly, but for the rounding of scale and zero point.
[[nodiscard]] GroupCode searchInt4(const WeightRow::Group& group);

} // namespace moru
