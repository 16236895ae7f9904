#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace moru {

/// Number formats of tensors on disk. Weights are F32, F16 or BF16; the rest is known so that a file that
/// holds it can be named, not misread.
enum class DType { F32, F16, BF16, F64, I64, I32, I16, I8, U8, Bool };

[[nodiscard]] std::size_t dtypeBytes(DType dtype);
[[nodiscard]] std::string_view dtypeName(DType dtype); ///< SafeTensors' spelling: "BF16"
[[nodiscard]] std::optional<DType> parseDtype(std::string_view name);
[[nodiscard]] constexpr bool isWeightDtype(DType dtype)
{
    return dtype == DType::F32 || dtype == DType::F16 || dtype == DType::BF16;
}

// Scalar conversions, for loading and tests; kernels have their own.
[[nodiscard]] float bf16ToFloat(std::uint16_t bits);
[[nodiscard]] float f16ToFloat(std::uint16_t bits);
[[nodiscard]] std::uint16_t floatToBf16(float value); ///< Rounds to nearest, ties to even; NaN stays NaN.

/// Converts `count` numbers at `source` (any alignment) to floats. Only weight formats.
void convertToFloat(DType dtype, const void* source, float* destination, std::size_t count);

} // namespace moru
