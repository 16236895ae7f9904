#pragma once

#include "engine/api/model.h"
#include "engine/core/aligned_buffer.h"
#include "engine/core/thread_pool.h"
#include "engine/kernels/kernel_table.h"
#include "engine/loader/safetensors_reader.h"
#include "engine/quantization/quantisation_error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace moru {

// Rounding for comparison schemes: numbers stay float32 and become what a quantised format would give back.

/// The largest integer of weights at 8 and at 4 bits, and of inputs; symmetric, so that 0 stays 0.
inline constexpr float kByteSteps = 127;
inline constexpr float kNibbleSteps = 7;

/// Rounds to multiples of largest / steps. `largest`: at least every magnitude.
void roundToSteps(float* values, std::int64_t count, float largest, float steps);

/// Rounds each `group` of values by its own largest magnitude; where `rotates`, in the rotated basis.
/// Shapes: values [columns padded to blocks of 128], zeros beyond the columns, where noise may be left.
void roundGroups(float* values, std::int64_t columns, std::int64_t group, float steps, bool rotates,
    const kernels::KernelTable& kernels);

/// How a matrix is rounded.
struct RoundedMatrix {
    ComparisonScheme::Scales scales = ComparisonScheme::Scales::Group;
    bool isInt4 = false;
    bool rotates = false; ///< Rounded in the rotated basis and turned back.
    /// What an error of each column weighs: scales are searched by it, below the one that gives the largest
    /// magnitude the last step. Null: that one. Shape: [columns], padded to blocks of 128 where `rotates`.
    const float* columnWeights = nullptr;
};

/// The columns that share a scale where a scheme has groups.
[[nodiscard]] std::int64_t schemeGroup(bool isInt4);

/// What a rounded matrix stands for: "INT8/tensor", "INT8/row", "INT4/32" …
[[nodiscard]] std::string schemeFormat(ComparisonScheme::Scales scales, bool isInt4);

/// Bytes of a matrix if it were stored as the scheme has it: its integers, and scales of 16 bits.
[[nodiscard]] std::int64_t schemeBytes(
    ComparisonScheme::Scales scales, bool isInt4, std::int64_t rows, std::int64_t columns);

/// Makes a rounded float32 copy of a matrix. Shapes: buffer [rows, columns] f32.
[[nodiscard]] QuantisationError roundMatrix(const TensorView& tensor, const RoundedMatrix& rounding,
    const AlignedBuffer& buffer, const kernels::KernelTable& kernels, ThreadPool& pool);

} // namespace moru
