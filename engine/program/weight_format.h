#pragma once

#include "engine/api/model.h"
#include "engine/graph/graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace moru {

/// How a matrix lies in memory and which kernels read it.
enum class WeightFormat {
    AsStored, ///< Row-major in the checkpoint's own number format; float32 activations.
    Int8, ///< Panels, a scale for each row and 128 columns (packed_matrix.h).
    Int8Large, ///< Panels, a scale for each row and 512 columns, or 256 or 128 where that does not divide.
    Int8Small, ///< Panels, a scale for each row and 32 columns.
    Int4, ///< Panels, a scale and a zero point for each row and 32 columns.
};

[[nodiscard]] constexpr bool isPacked(WeightFormat format)
{
    return format != WeightFormat::AsStored;
}
[[nodiscard]] constexpr bool isInt8(WeightFormat format)
{
    return format == WeightFormat::Int8 || format == WeightFormat::Int8Large
        || format == WeightFormat::Int8Small;
}
/// Columns that share a scale in a packed format, of rows with so many columns.
[[nodiscard]] std::int64_t groupColumns(WeightFormat format, std::int64_t columns);

/// How much speed and memory is spent on staying close to the exact model; each does what those before do.
enum class Care {
    Fast, ///< Inputs of 8 bits in prefill, and weights without outliers in the precision's own format.
    WideInputs, ///< Inputs of 16 bits always: the weights stay, prefill takes twice the products.
    LowBars, ///< Normally distributed weights get a safer format too.
    SmallGroups, ///< All weights have 8 bits and a scale for 32 columns.
};
[[nodiscard]] std::string_view careName(Care care); ///< "fast", "wide inputs" …

/// Where a load begins. Small models lose more by the same rounding (mean KL at 4 bits where the weights were
/// not made of 4 bits: 0.143 for 270 million numbers, 0.041 for 500 million), and care costs them little.
[[nodiscard]] Care firstCare(const Graph& graph, const QuantisationRules& rules);

/// The largest relative error (QuantisationError) that a matrix may have in this format. Weights without
/// outliers stay well below the high bars: what is above has a few numbers a group that leave the others too
/// few steps.
[[nodiscard]] double errorBar(WeightFormat format, Care care);

/// What a matrix beyond its bar gets instead. Only packed formats have one.
[[nodiscard]] WeightFormat saferFormat(WeightFormat format);

/// How a matrix is stored, and how the input of its product is. Where the input is rotated, so are the rows.
struct MatrixFormat {
    WeightFormat weights = WeightFormat::AsStored;
    InputFormat input = InputFormat::Float;
    bool isRounded = false; ///< Stored as float32 after a comparison scheme's rounding.
    bool isInLayer = false; ///< Not the embedding or the head.

    friend bool operator==(const MatrixFormat&, const MatrixFormat&) = default;
};

/// Tokens up to which 16 bits cost nothing, because the product waits for the weights anyway.
inline constexpr std::int64_t kFewTokens = 4;

/// Whether the quantised form of so many tokens has a low part.
[[nodiscard]] bool isWide(InputFormat format, std::int64_t tokens);

/// The format of every weight of a graph, by weight id. Vectors are always AsStored.
///
/// These are the formats that are tried first; a matrix whose measured error is beyond the bar gets a safer
/// one when it is packed. Embedding and head have 8 bits in groups of 32 in every precision: what a model
/// says depends on them most. INT4 leaves inputs unrotated: weights that were made of 4 bits once lie on 16
/// steps a group, and a rotation would move them off. Matrices of fewer rows than a panel stay as stored:
/// they are a thousandth of the bytes and decide over a whole head each (Qwen3.5's gates).
[[nodiscard]] std::vector<MatrixFormat> chooseFormats(const Graph& graph, Precision precision, Care care);

/// What WideInputs makes of formats: the same weights with inputs of 16 bits.
void widenInputs(std::vector<MatrixFormat>& formats);

/// The formats that the weights will most likely have when they have been measured, for predicting memory: in
/// small models the safest packed ones.
[[nodiscard]] std::vector<MatrixFormat> likelyFormats(const Graph& graph, Precision precision);

/// The formats of the most careful load: the most bytes that packed weights may have.
[[nodiscard]] std::vector<MatrixFormat> safestFormats(const Graph& graph, Precision precision);

/// Bytes of a matrix in a format. `storedElementBytes`: of the checkpoint's number format.
[[nodiscard]] std::int64_t matrixBytes(
    WeightFormat format, std::int64_t rows, std::int64_t columns, std::int64_t storedElementBytes);

} // namespace moru
