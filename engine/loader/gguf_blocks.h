#pragma once

#include <cstdint>

namespace moru::gguf {

// Each decodes one block; gguf_blocks.cpp (32 numbers) and gguf_k_blocks.cpp (256 numbers) draw their
// layouts. All results are float32 products and sums in the order of the drawing, never fused: the same bits
// everywhere.

void decodeQ4_0(const std::uint8_t* block, float* values);
void decodeQ4_1(const std::uint8_t* block, float* values);
void decodeQ5_0(const std::uint8_t* block, float* values);
void decodeQ5_1(const std::uint8_t* block, float* values);
void decodeQ8_0(const std::uint8_t* block, float* values);

void decodeQ4_K(const std::uint8_t* block, float* values);
void decodeQ5_K(const std::uint8_t* block, float* values);
void decodeQ6_K(const std::uint8_t* block, float* values);

/// The half-precision number in two bytes.
float half(const std::uint8_t* bytes);

} // namespace moru::gguf
