#pragma once

#include "engine/quantization/packed_matrix.h"

#include <cstddef>
#include <span>

namespace moru {

/// Bytes of one panel of a matrix with these columns.
[[nodiscard]] std::int64_t int4PanelBytes(std::int64_t columns);

/// Quantises up to 64 rows into one panel, in groups of 32. Of some scales near the one that maps the largest
/// number to −8, each group takes the one with the smallest squared error. Shapes: weights [rowCount,
/// columns] row-major; panel int4PanelBytes(columns).
void quantiseInt4Panel(std::span<const float> weights, std::int64_t rowCount, std::int64_t columns,
    std::span<std::uint8_t> panel);

/// The numbers that row `row` stands for. Shapes: output [columns].
void dequantiseInt4Row(const PackedInt4& matrix, std::int64_t row, std::span<float> output);

} // namespace moru
