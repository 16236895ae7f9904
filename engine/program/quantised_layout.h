#pragma once

#include "engine/graph/operation.h"
#include "engine/kernels/kernel_table.h"
#include "engine/quantization/packed_int8.h"

#include <cstdint>

namespace moru {

/// Columns of a quantised input that share a scale. Rotated, 512 lose little more than 128 (the largest of so
/// many normally distributed numbers is 1.13 times as large), and products have a quarter of the scaling to
/// do. Unrotated, numbers of 8 bits must not share one with an outlier: inputs rounded so move Qwen2.5-Coder
/// 1.5B's predictions by a mean KL of 0.0039 with 128 and 0.0010 with 32, and products with INT4 scale each
/// 32 anyway.
[[nodiscard]] inline std::int64_t inputBlockColumns(std::int64_t columns, InputFormat format)
{
    return isRotated(format) ? largeGroup(columns) : format == InputFormat::Byte ? kSmallGroup : kColumnBlock;
}

/// Where the parts of quantised activations lie inside one arena buffer, for `rows` tokens:
///
///   | high: rows × padded bytes | low: the same | scales: rows × padded / 32 floats | sums: rows × padded /
///   32 ints | running sums: rows × padded / 128 ints |
///
/// The buffer is planned like any value: `floatsPerToken` columns. The place of the low parts is there also
/// where many tokens do without them.
struct QuantisedLayout {
    std::int64_t paddedColumns = 0;
    std::int64_t blockColumns = kColumnBlock; ///< With one scale.

    QuantisedLayout(std::int64_t columns, InputFormat format)
        : paddedColumns(moru::paddedColumns(columns))
        , blockColumns(inputBlockColumns(columns, format))
    {
    }

    [[nodiscard]] std::int64_t floatsPerToken() const
    {
        return 2 * paddedColumns / std::int64_t(sizeof(float)) + paddedColumns / kColumnBlock
            + 2 * paddedColumns / kSmallGroup;
    }

    /// Views of the buffer from token `first` on. `rows`: those that the arena is made for.
    [[nodiscard]] kernels::QuantisedBuffers buffers(
        float* base, std::int64_t rows, std::int64_t first, bool wide) const
    {
        auto* high = reinterpret_cast<std::int8_t*>(base);
        auto* low = high + rows * paddedColumns;
        auto* scales = reinterpret_cast<float*>(low + rows * paddedColumns);
        auto* sums = reinterpret_cast<std::int32_t*>(scales + rows * paddedColumns / kSmallGroup);
        auto* runningSums = sums + rows * paddedColumns / kSmallGroup;
        return { .high = high + first * paddedColumns,
            .low = wide ? low + first * paddedColumns : nullptr,
            .scales = scales + first * paddedColumns / kSmallGroup,
            .sums = sums + first * paddedColumns / kSmallGroup,
            .runningSums = runningSums + first * paddedColumns / kColumnBlock,
            .paddedColumns = paddedColumns,
            .blockColumns = blockColumns };
    }

    [[nodiscard]] kernels::QuantisedActivations activations(
        float* base, std::int64_t rows, std::int64_t tokens, bool wide) const
    {
        const kernels::QuantisedBuffers all = buffers(base, rows, 0, wide);
        return { .high = all.high,
            .low = all.low,
            .scales = all.scales,
            .sums = all.sums,
            .runningSums = all.runningSums,
            .tokens = tokens,
            .paddedColumns = paddedColumns,
            .blockColumns = blockColumns };
    }
};

} // namespace moru
