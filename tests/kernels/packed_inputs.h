#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace moru::test {

struct Quantised {
    std::vector<std::int8_t> high, low;
    std::vector<float> scales;
    std::vector<std::int32_t> sums, runningSums;
    kernels::QuantisedActivations view;

    Quantised(const kernels::KernelTable& table, const std::vector<float>& x, std::int64_t tokens,
        std::int64_t columns, bool wide, std::int64_t blockColumns = kColumnBlock)
    {
        const std::int64_t padded = paddedColumns(columns);
        high.assign(static_cast<std::size_t>(tokens * padded), 99);
        low.assign(wide ? high.size() : 0, 99);
        scales.assign(high.size() / 32, -1);
        sums.assign(high.size() / 32, -1);
        runningSums.assign(high.size() / 128, -1);
        table.quantiseActivations({ x.data(), columns, tokens }, columns,
            { high.data(), wide ? low.data() : nullptr, scales.data(), sums.data(), runningSums.data(),
                padded, blockColumns });
        view = { high.data(), wide ? low.data() : nullptr, scales.data(), sums.data(), runningSums.data(),
            tokens, padded, blockColumns };
    }
};

/// The ways in which inputs of so many columns are quantised.
struct InputForm {
    bool wide = false;
    std::int64_t blockColumns = kColumnBlock;
};
inline std::vector<InputForm> inputForms(std::int64_t columns, std::int64_t smallestBlock = kSmallGroup)
{
    std::vector<InputForm> forms;
    for (std::int64_t block = smallestBlock; block <= largeGroup(columns);
        block *= block == kSmallGroup ? 4 : 2) {
        forms.push_back({ false, block });
        forms.push_back({ true, block });
    }
    return forms;
}

/// Every packed format; INT4 has no group size.
struct Format {
    std::int64_t groupSize = 0; ///< 0: INT4; −1: whole rows
};
inline constexpr Format kFormats[] = { { 128 }, { 32 }, { -1 }, { 0 } };

/// One matrix in every format.
struct Matrices {
    std::int64_t rows, columns;
    std::vector<float> weights;
    std::vector<std::uint8_t> packed[std::size(kFormats)];

    Matrices(std::int64_t rowCount, std::int64_t columnCount, std::vector<float> values)
        : rows(rowCount)
        , columns(columnCount)
        , weights(std::move(values))
    {
        for (int format = 0; format < int(std::size(kFormats)); ++format)
            pack(format);
    }

    [[nodiscard]] std::int64_t groupSize(int format) const
    {
        return kFormats[format].groupSize < 0 ? paddedColumns(columns) : kFormats[format].groupSize;
    }
    [[nodiscard]] PackedInt8 int8(int format) const
    {
        return { packed[format].data(), rows, columns, groupSize(format) };
    }
    [[nodiscard]] PackedInt4 int4(int format) const { return { packed[format].data(), rows, columns }; }

    void pack(int format)
    {
        const bool isInt4 = groupSize(format) == 0;
        const std::int64_t panelBytes
            = isInt4 ? int4PanelBytes(columns) : int8PanelBytes(columns, groupSize(format));
        packed[format].resize(static_cast<std::size_t>(panelCount(rows) * panelBytes));
        for (std::int64_t first = 0; first < rows; first += kPanelRows) {
            const std::int64_t count = std::min(kPanelRows, rows - first);
            const std::span part(weights.data() + first * columns, static_cast<std::size_t>(count * columns));
            const auto panel = std::span(packed[format])
                                   .subspan(static_cast<std::size_t>(first / kPanelRows * panelBytes),
                                       static_cast<std::size_t>(panelBytes));
            if (isInt4)
                quantiseInt4Panel(part, count, columns, panel);
            else
                quantiseInt8Panel(part, count, columns, groupSize(format), panel);
        }
    }

    [[nodiscard]] std::vector<float> multiply(const kernels::KernelTable& table, int format,
        const kernels::QuantisedActivations& x, kernels::Range range) const
    {
        std::vector<float> output(static_cast<std::size_t>(x.tokens * rows), -77);
        if (groupSize(format) == 0)
            table.matmulInt4(x, int4(format), range, { output.data(), rows });
        else
            table.matmulInt8(x, int8(format), range, { output.data(), rows });
        return output;
    }
    [[nodiscard]] std::vector<float> multiply(
        const kernels::KernelTable& table, int format, const kernels::QuantisedActivations& x) const
    {
        return multiply(table, format, x, { 0, rows });
    }
    void dequantiseRow(int format, std::int64_t row, std::span<float> output) const
    {
        if (groupSize(format) == 0)
            dequantiseInt4Row(int4(format), row, output);
        else
            dequantiseInt8Row(int8(format), row, output);
    }

    /// Integers are exact; each block rounds its scale, its product and its addition, of parts of Σ |x · w|.
    [[nodiscard]] std::vector<double> bounds(const std::vector<float>& x, std::int64_t tokens) const
    {
        std::vector<double> bounds;
        for (std::int64_t t = 0; t < tokens; ++t) {
            for (std::int64_t r = 0; r < rows; ++r) {
                double sum = 0;
                for (std::int64_t k = 0; k < columns; ++k) {
                    sum += std::abs(static_cast<double>(x[static_cast<std::size_t>(t * columns + k)])
                        * static_cast<double>(weights[static_cast<std::size_t>(r * columns + k)]));
                }
                bounds.push_back(1.3 * sum * (4 + static_cast<double>(columns / 32)) * 0x1p-24 + 1e-37);
            }
        }
        return bounds;
    }
};

} // namespace moru::test
