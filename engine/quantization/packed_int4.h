#pragma once

#include "engine/quantization/packed_matrix.h"
#include "engine/quantization/quantisation_error.h"

#include <cstddef>
#include <span>

namespace moru {

/// Bytes of one panel of a matrix with these columns.
[[nodiscard]] std::int64_t int4PanelBytes(std::int64_t columns);

/// Quantises up to 64 rows into one panel, in groups of 32: a scale and a zero point for each
/// row and group, the best of some by squared error. Returns what that costs. NaN and infinity are not
/// expected; they become some weight. Shapes: weights [rowCount, columns] row-major; columnWeights [columns],
/// what an error of each column
///         weighs, or null; panel int4PanelBytes(columns).
QuantisationError quantiseInt4Panel(std::span<const float> weights, std::int64_t rowCount,
    std::int64_t columns, std::span<std::uint8_t> panel, const float* columnWeights = nullptr);

/// The numbers that row `row` stands for. Shapes: output [columns].
void dequantiseInt4Row(const PackedInt4& matrix, std::int64_t row, std::span<float> output);

} // namespace moru
