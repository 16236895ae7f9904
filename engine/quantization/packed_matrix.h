#pragma once

#include <cstdint>

// Weight matrices as the fast kernels read them. Plain data and constants only: kernels for every instruction
// set include this.
//
// A panel is 64 output rows. Inside it K advances by 4, the quad of the dot product instructions, so that 256
// bytes hold 64 rows × 4 of K and one stream serves decode, prefill, and matrix tiles of 16 lines at stride
// 256. Rows are padded to whole panels and columns to whole blocks of 128, with zeros. A panel is a sequence
// of groups, which begin with the scales of their rows: bf16, because the integers are chosen for the scale
// as it is stored, so that its rounding costs nothing but a step that is up to 1/256 too wide.
//
// INT8: byte = weight + 128, weight −127 … 127. Groups of 32 of K, or of a multiple of 128:
//
//   group: | 64 scales: 128 bytes | quad 0: 256 bytes | quad 1 | … | quad groupSize / 4 − 1 |
//   quad:  | row 0: k, k+1, k+2, k+3 | row 1: … | … | row 63: … |
//
// INT4: nibble 0 … 15, groups of 32 of K. The weight is scale · (nibble − zero point / 16), which lets the 16
// steps lie where a group's numbers are. Without stored zero points it would have 4.5 bits instead of 4.75,
// but they pay in every matrix: of the 700 in the layers of SmolLM2, Gemma 3 270M and Qwen2.5-Coder 0.5B
// and 1.5B none has an error less than 1.14 times as large without them (normally distributed numbers), and
// what was made of 4 bits with a minimum 13 to 20 times.
//
//   group: | 64 scales: 128 bytes | 64 zero points, u8: 64 bytes
//          | quads 0, 1: 256 bytes | quads 2, 3 | quads 4, 5 | quads 6, 7 |
//   pair:  | row 0: 4 bytes | row 1: … | … | row 63 |   low nibbles: the even quad, high nibbles: the odd one
//
// Weights are stored unsigned and activations signed, not the other way round, because the dot product of an
// unsigned with a signed byte then needs one correction a token and group, Σ activations, instead of one a
// row.
//
// Bits a weight: INT8 8.125 (groups of 128) or 8.5 (32); INT4 4.75.

namespace moru {

inline constexpr std::int64_t kPanelRows = 64;
inline constexpr std::int64_t kQuadBytes = 256; ///< 64 rows × 4 of K at 8 bits, or × 8 of K at 4 bits
inline constexpr std::int64_t kColumnBlock = 128; ///< Columns are padded to these.
/// The most columns that have one scale in weights and activations both: the products of 512 weights of 8
/// bits with numbers of 16 just fit into 32 bits (127 · 32639 · 512 < 2³¹).
inline constexpr std::int64_t kMostBlockColumns = 512;
inline constexpr std::int64_t kSmallGroup = 32; ///< The smallest group of INT8 and the only one of INT4.
inline constexpr std::int64_t kScaleBytes = 128;
inline constexpr std::int64_t kZeroPointBytes = 64;
inline constexpr std::int64_t kInt8ZeroPoint = 128;
inline constexpr std::int64_t kZeroPointSteps = 16; ///< Stored zero points count sixteenths of a step.

struct PackedInt8 {
    const std::uint8_t* data = nullptr; ///< Aligned to 64 bytes.
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t groupSize = kColumnBlock; ///< 32, or a multiple of 128 that divides the padded columns.
};

struct PackedInt4 {
    const std::uint8_t* data = nullptr; ///< Aligned to 64 bytes.
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

} // namespace moru
