#include "engine/core/dtype.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace moru {

namespace {

struct DTypeText {
    DType dtype;
    std::string_view name;
    std::size_t bytes;
};

constexpr std::array kDtypes {
    DTypeText { DType::F32, "F32", 4 },
    DTypeText { DType::F16, "F16", 2 },
    DTypeText { DType::BF16, "BF16", 2 },
    DTypeText { DType::F64, "F64", 8 },
    DTypeText { DType::I64, "I64", 8 },
    DTypeText { DType::I32, "I32", 4 },
    DTypeText { DType::I16, "I16", 2 },
    DTypeText { DType::I8, "I8", 1 },
    DTypeText { DType::U8, "U8", 1 },
    DTypeText { DType::Bool, "BOOL", 1 },
};

const DTypeText& textOf(DType dtype)
{
    return kDtypes[static_cast<std::size_t>(dtype)];
}

constexpr bool listedInOrder()
{
    for (std::size_t i = 0; i < kDtypes.size(); ++i) {
        if (static_cast<std::size_t>(kDtypes[i].dtype) != i)
            return false;
    }
    return true;
}
static_assert(listedInOrder(), "one entry for each DType, in the order of the enum");

/// A loop for each format, so that the compiler sees what it converts: weights come through here when they
/// are packed.
template <typename Convert>
void convertHalves(const std::byte* source, float* destination, std::size_t count, Convert convert)
{
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, source + 2 * i, sizeof bits);
        destination[i] = convert(bits);
    }
}

} // namespace

std::size_t dtypeBytes(DType dtype)
{
    return textOf(dtype).bytes;
}

std::string_view dtypeName(DType dtype)
{
    return textOf(dtype).name;
}

std::optional<DType> parseDtype(std::string_view name)
{
    for (const DTypeText& known : kDtypes) {
        if (known.name == name)
            return known.dtype;
    }
    return std::nullopt;
}

float bf16ToFloat(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

float f16ToFloat(std::uint16_t bits)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1FU;
    const std::uint32_t fraction = bits & 0x3FFU;
    if (exponent == 0) { // zero and subnormal numbers: fraction × 2^-24, exact in a float
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return sign ? -magnitude : magnitude;
    }
    // Infinity and NaN keep the highest exponent; all others move from bias 15 to bias 127.
    const std::uint32_t widened = exponent == 0x1F ? 0xFFU : exponent + 112;
    return std::bit_cast<float>(sign | widened << 23 | fraction << 13);
}

std::uint16_t floatToBf16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) // rounding could carry a NaN's fraction into infinity
        return static_cast<std::uint16_t>(bits >> 16 | 0x40U);
    const std::uint32_t tiesToEven = 0x7FFFU + (bits >> 16 & 1U);
    return static_cast<std::uint16_t>((bits + tiesToEven) >> 16);
}

void convertToFloat(DType dtype, const void* source, float* destination, std::size_t count)
{
    if (dtype == DType::F32) {
        if (count > 0)
            std::memcpy(destination, source, count * sizeof(float));
        return;
    }
    const auto* bytes = static_cast<const std::byte*>(source);
    if (dtype == DType::BF16)
        convertHalves(bytes, destination, count, [](std::uint16_t bits) { return bf16ToFloat(bits); });
    else
        convertHalves(bytes, destination, count, [](std::uint16_t bits) { return f16ToFloat(bits); });
}

} // namespace moru
