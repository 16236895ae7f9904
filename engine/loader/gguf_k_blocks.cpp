#include "engine/loader/gguf_blocks.h"

namespace moru::gguf {

// Blocks of 256 numbers.   d, m: half-precision factors of the block's integer scales and minima
//
//   Q4_K   [ d ][ m ][ 12 bytes: 8 scales, 8 minima ][ 128 of nibbles ]             eight groups of 32
//   Q5_K   [ d ][ m ][ 12 bytes: 8 scales, 8 minima ][ 32 of fifth bits ][ 128 … ]  eight groups of 32
//            value = (d · scale) · q − (m · minimum)
//   Q6_K   [ 128 bytes of nibbles ][ 64 of bit pairs ][ 16 signed scales ][ d ]     sixteen groups of 16
//            value = (d · scale) · (q − 32)
//
// Nibbles of Q4_K and Q5_K: 32 bytes hold group 2k in their low halves and group 2k + 1 in their high halves.
// Fifth bits: byte i holds those of number i of all eight groups, group g in bit g.
// Q6_K comes in two halves of 128 numbers, each with 64 bytes of nibbles and 32 of bit pairs. In a half,
// quarter 0 and 1 are the low halves of nibble bytes 0…31 and 32…63, quarter 2 and 3 the high halves; byte i
// of the bit pairs holds number i of all four quarters, quarter k in bits 2k and 2k + 1.

namespace {

struct ScaleAndMinimum {
    int scale;
    int minimum;
};

/// Six bits each. Groups 0…3 have them in bytes 0…3 (scales) and 4…7 (minima). Groups 4…7 have four low bits
/// in the halves of bytes 8…11, and two high bits where groups 0…3 left room.
ScaleAndMinimum scaleOf(const std::uint8_t* packed, int group)
{
    if (group < 4)
        return { packed[group] & 63, packed[group + 4] & 63 };
    const int low = packed[group + 4];
    return { (low & 15) | packed[group - 4] >> 6 << 4, low >> 4 | packed[group] >> 6 << 4 };
}

/// `fifthBits` is null for Q4_K.
void decodeGroupsOf32(
    const std::uint8_t* block, const std::uint8_t* fifthBits, const std::uint8_t* nibbles, float* values)
{
    const float d = half(block);
    const float m = half(block + 2);
    for (int group = 0; group < 8; ++group) {
        const auto [scale, minimum] = scaleOf(block + 4, group);
        const float factor = d * static_cast<float>(scale);
        const float offset = m * static_cast<float>(minimum);
        for (int i = 0; i < 32; ++i) {
            const int pair = nibbles[group / 2 * 32 + i];
            int q = group % 2 == 0 ? pair & 15 : pair >> 4;
            if (fifthBits)
                q |= (fifthBits[i] >> group & 1) << 4;
            values[group * 32 + i] = factor * static_cast<float>(q) - offset;
        }
    }
}

} // namespace

void decodeQ4_K(const std::uint8_t* block, float* values)
{
    decodeGroupsOf32(block, nullptr, block + 16, values);
}

void decodeQ5_K(const std::uint8_t* block, float* values)
{
    decodeGroupsOf32(block, block + 16, block + 48, values);
}

void decodeQ6_K(const std::uint8_t* block, float* values)
{
    const float d = half(block + 208);
    for (int i = 0; i < 256; ++i) {
        const int inHalf = i % 128;
        const int quarter = inHalf / 32;
        const std::uint8_t* nibbles = block + i / 128 * 64;
        const std::uint8_t* pairs = block + 128 + i / 128 * 32;
        const int low = quarter < 2 ? nibbles[inHalf] & 15 : nibbles[inHalf - 64] >> 4;
        const int high = pairs[inHalf % 32] >> (2 * quarter) & 3;
        const float factor = d * static_cast<float>(static_cast<std::int8_t>(block[192 + i / 16]));
        values[i] = factor * static_cast<float>((low | high << 4) - 32);
    }
}

} // namespace moru::gguf
