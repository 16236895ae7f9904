#pragma once

#include "engine/kernels/kernel_table.h"

#include <cstring>

namespace moru::kernels::simd {

/// x as bf16 stores it, upwards, so that what was divided by it stays within the integers.
template <class L> typename L::Floats roundedUpToBf16(typename L::Floats x)
{
    using Bits = typename L::Bits;
    const Bits bits = (__builtin_bit_cast(Bits, x) + 0xFFFFU) & 0xFFFF0000U;
    return __builtin_bit_cast(typename L::Floats, bits);
}

/// One block of 128 columns for as many rows as there are lanes. What WidenInt4Panel says, with one rounding
/// of each weight's place: a multiplication and addition in one, as scalar/ has it.
template <class L> void widenBlock(const std::uint8_t* groups, std::int64_t row, std::uint8_t* output)
{
    using Floats = typename L::Floats;
    using Integers = typename L::Integers;
    using Bits = typename L::Bits;
    constexpr int kGroups = static_cast<int>(kColumnBlock / kSmallGroup);
    constexpr std::int64_t kQuadsAt = kScaleBytes + kZeroPointBytes;
    constexpr std::int64_t kGroupBytes = kQuadsAt + kSmallGroup / 8 * kQuadBytes;
    constexpr float kRoundToInteger = 12582912; // 1.5 · 2²³: the nearest integer is in the last bits
    Floats scales[kGroups];
    Floats zeros[kGroups];
    Floats largest {};
    for (int g = 0; g < kGroups; ++g) {
        const std::uint8_t* group = groups + g * kGroupBytes;
        std::uint16_t halves[L::kLanes];
        std::uint32_t wide[L::kLanes];
        std::int32_t sixteenths[L::kLanes];
        std::memcpy(halves, group + row * 2, sizeof halves);
        for (int lane = 0; lane < L::kLanes; ++lane) {
            wide[lane] = static_cast<std::uint32_t>(halves[lane]) << 16;
            sixteenths[lane] = group[kScaleBytes + row + lane];
        }
        std::memcpy(&scales[g], wide, sizeof wide);
        Integers counts;
        std::memcpy(&counts, sixteenths, sizeof counts);
        zeros[g] = __builtin_convertvector(counts, Floats) * (1.0F / kZeroPointSteps);
        const Floats above = 15 - zeros[g];
        const Floats most = scales[g] * (zeros[g] < above ? above : zeros[g]);
        largest = largest < most ? most : largest;
    }
    const Floats wanted = largest * (1.0F / 127);
    const Floats scale = wanted < 0x1p-126F ? Floats {} : roundedUpToBf16<L>(wanted);
    const auto scaleBits = __builtin_bit_cast(Bits, scale);
    for (int lane = 0; lane < L::kLanes; ++lane) {
        const auto high = static_cast<std::uint16_t>(scaleBits[lane] >> 16);
        std::memcpy(output + (row + lane) * 2, &high, sizeof high);
    }
    const Floats inverse = scale > 0 ? 1 / scale : Floats {};
    std::uint8_t* to = output + kScaleBytes + row * 4;
    for (int g = 0; g < kGroups; ++g) {
        const Floats ratio = scales[g] * inverse;
        const Floats offset = static_cast<float>(kInt8ZeroPoint) - zeros[g] * ratio;
        const std::uint8_t* from = groups + g * kGroupBytes + kQuadsAt + row * 4;
        for (std::int64_t pair = 0; pair < kSmallGroup / 8; ++pair, from += kQuadBytes) {
            Bits nibbles;
            std::memcpy(&nibbles, from, sizeof nibbles);
            for (int half = 0; half < 2; ++half, to += kQuadBytes) {
                Bits word {};
#pragma GCC unroll 4
                for (int i = 0; i < 4; ++i) {
                    const Bits nibble = (nibbles >> (8 * i + 4 * half)) & 15U;
                    const Floats step = __builtin_convertvector(__builtin_bit_cast(Integers, nibble), Floats);
                    const Floats place = step * ratio + offset;
                    word |= (__builtin_bit_cast(Bits, place + kRoundToInteger) & 0xFFU) << (8 * i);
                }
                std::memcpy(to, &word, sizeof word);
            }
        }
    }
}

template <class L>
void widenInt4Panel(const std::uint8_t* panel, std::int64_t paddedColumns, std::uint8_t* output)
{
    constexpr std::int64_t kBlockBytes
        = kColumnBlock / kSmallGroup * (kScaleBytes + kZeroPointBytes + kSmallGroup / 8 * kQuadBytes);
    for (std::int64_t k = 0; k < paddedColumns; k += kColumnBlock) {
        for (std::int64_t row = 0; row < kPanelRows; row += L::kLanes)
            widenBlock<L>(panel, row, output);
        panel += kBlockBytes;
        output += kScaleBytes + kColumnBlock / 4 * kQuadBytes;
    }
}

} // namespace moru::kernels::simd
