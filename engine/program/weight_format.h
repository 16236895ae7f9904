#pragma once

#include "engine/api/model.h"
#include "engine/graph/graph.h"

#include <cstdint>
#include <vector>

namespace moru {

/// How a matrix lies in memory and which kernels read it.
enum class WeightFormat {
    AsStored, ///< Row-major in the checkpoint's own number format; float32 activations.
    Int8, ///< Panels, a scale for each row and 128 columns (packed_matrix.h).
    Int8Small, ///< Panels, a scale for each row and 32 columns.
    Int4, ///< Panels, a scale and a zero point for each row and 32 columns.
};

[[nodiscard]] constexpr bool isPacked(WeightFormat format)
{
    return format != WeightFormat::AsStored;
}
[[nodiscard]] constexpr bool isInt8(WeightFormat format)
{
    return format == WeightFormat::Int8 || format == WeightFormat::Int8Small;
}
/// Columns that share a scale in a packed format.
[[nodiscard]] std::int64_t groupColumns(WeightFormat format);

/// Models with fewer numbers in their matrices lose more by the same rounding (mean KL at 4 bits where the
/// weights were not made of 4 bits: 0.143 for 270 million, 0.041 for 500 million), and 8 bits cost them
/// little memory: their bars are lower.
[[nodiscard]] bool isSmallModel(const Graph& graph);

/// The largest relative error (QuantisationError) that a matrix may have in this format. In large models
/// weights without outliers stay well below it: what is above has a few numbers a group that leave the others
/// too few steps. In small ones normally distributed weights are above it too.
[[nodiscard]] double errorBar(WeightFormat format, bool isSmall);

/// What a matrix beyond its bar gets instead. Only packed formats have one.
[[nodiscard]] WeightFormat saferFormat(WeightFormat format);

/// How a matrix is stored, and how the input of its product is. Where the input is rotated, so are the rows.
struct MatrixFormat {
    WeightFormat weights = WeightFormat::AsStored;
    InputFormat input = InputFormat::Float;
    bool isRounded = false; ///< Stored as float32 after a comparison scheme's rounding.

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
[[nodiscard]] std::vector<MatrixFormat> chooseFormats(const Graph& graph, Precision precision);

/// The formats that the weights will most likely have when they have been measured, for predicting memory: in
/// small models the safest packed ones.
[[nodiscard]] std::vector<MatrixFormat> likelyFormats(const Graph& graph, Precision precision);

/// Bytes of a matrix in a format. `storedElementBytes`: of the checkpoint's number format.
[[nodiscard]] std::int64_t matrixBytes(
    WeightFormat format, std::int64_t rows, std::int64_t columns, std::int64_t storedElementBytes);

} // namespace moru
