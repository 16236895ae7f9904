#pragma once

#include "engine/quantization/packed_matrix.h"
#include "engine/quantization/quantisation_error.h"

#include <cstddef>
#include <span>

namespace moru {

/// Columns as they are stored: a multiple of 128.
[[nodiscard]] std::int64_t paddedColumns(std::int64_t columns);

/// The largest number of columns that may have one scale in weights and inputs both and divides the padded
/// columns: 512, 256 or 128.
[[nodiscard]] std::int64_t largeGroup(std::int64_t columns);

/// Panels that some rows need.
[[nodiscard]] std::int64_t panelCount(std::int64_t rows);

/// Bytes of one panel of a matrix with these columns.
/// `groupSize`: 32, or a multiple of 128 that divides the padded columns.
[[nodiscard]] std::int64_t int8PanelBytes(std::int64_t columns, std::int64_t groupSize);

/// Quantises up to 64 rows into one panel: symmetric, a scale for each row and `groupSize` columns, the best
/// of some by squared error. Returns what that costs. NaN and infinity are not expected; they become some
/// weight. Shapes: weights [rowCount, columns] row-major; columnWeights [columns], what an error of each
/// column weighs,
///         or null; panel int8PanelBytes(columns, groupSize).
QuantisationError quantiseInt8Panel(std::span<const float> weights, std::int64_t rowCount,
    std::int64_t columns, std::int64_t groupSize, std::span<std::uint8_t> panel,
    const float* columnWeights = nullptr);

/// The numbers that row `row` stands for. Shapes: output [columns].
void dequantiseInt8Row(const PackedInt8& matrix, std::int64_t row, std::span<float> output);

} // namespace moru
