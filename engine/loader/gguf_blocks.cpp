#include "engine/loader/gguf_blocks.h"

#include "engine/core/dtype.h"

namespace moru::gguf {

// Blocks of 32 numbers.   d: scale, m: minimum (both half precision)   q: small integers
//
//   Q4_0   [ d ][ 16 bytes of nibbles ]                      value = d · (q − 8)
//   Q4_1   [ d ][ m ][ 16 bytes of nibbles ]                 value = d · q + m
//   Q5_0   [ d ][ 4 bytes of fifth bits ][ 16 of nibbles ]   value = d · (q − 16)
//   Q5_1   [ d ][ m ][ 4 bytes of fifth bits ][ 16 … ]       value = d · q + m
//   Q8_0   [ d ][ 32 signed bytes ]                          value = d · q
//
// Nibbles: byte i holds number i in its low half and number i + 16 in its high half.
// Fifth bits: bit i of the 32, counted from the lowest bit of the first byte, belongs to number i.

namespace {

constexpr int kValues = 32;

int nibble(const std::uint8_t* nibbles, int i)
{
    return i < 16 ? nibbles[i] & 15 : nibbles[i - 16] >> 4;
}

int withFifthBit(const std::uint8_t* bits, const std::uint8_t* nibbles, int i)
{
    const int fifth = bits[i / 8] >> (i % 8) & 1;
    return nibble(nibbles, i) | fifth << 4;
}

} // namespace

float half(const std::uint8_t* bytes)
{
    return f16ToFloat(static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8));
}

void decodeQ4_0(const std::uint8_t* block, float* values)
{
    const float d = half(block);
    for (int i = 0; i < kValues; ++i)
        values[i] = d * static_cast<float>(nibble(block + 2, i) - 8);
}

void decodeQ4_1(const std::uint8_t* block, float* values)
{
    const float d = half(block);
    const float m = half(block + 2);
    for (int i = 0; i < kValues; ++i)
        values[i] = d * static_cast<float>(nibble(block + 4, i)) + m;
}

void decodeQ5_0(const std::uint8_t* block, float* values)
{
    const float d = half(block);
    for (int i = 0; i < kValues; ++i)
        values[i] = d * static_cast<float>(withFifthBit(block + 2, block + 6, i) - 16);
}

void decodeQ5_1(const std::uint8_t* block, float* values)
{
    const float d = half(block);
    const float m = half(block + 2);
    for (int i = 0; i < kValues; ++i)
        values[i] = d * static_cast<float>(withFifthBit(block + 4, block + 8, i)) + m;
}

void decodeQ8_0(const std::uint8_t* block, float* values)
{
    const float d = half(block);
    for (int i = 0; i < kValues; ++i)
        values[i] = d * static_cast<float>(static_cast<std::int8_t>(block[2 + i]));
}

} // namespace moru::gguf
