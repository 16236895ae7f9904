#pragma once

#include <cstdint>

// Weight matrices as the fast kernels read them. Plain data and constants only: kernels for every instruction
// set include this.
//
// A panel is 64 output rows. Inside it K advances by 4, the quad of the dot product instructions, so that 256
// bytes hold 64 rows × 4 of K and one stream serves decode, prefill, and matrix tiles of 16 lines at stride
// 256. Rows are padded to whole panels and columns to whole blocks of 128, with zeros.
//
// INT8: byte = weight + 128, weight −127 … 127. A panel is a sequence of groups:
//
//   group: | 64 scales, f32: 256 bytes | quad 0: 256 bytes | quad 1 | … | quad groupSize / 4 − 1 |
//   quad:  | row 0: k, k+1, k+2, k+3 | row 1: … | … | row 63: … |
//
// INT4: nibble = weight + 8, weight −8 … 7. Groups of 32 of K:
//
//   group: | 64 scales, bf16: 128 bytes | quads 0, 1: 256 bytes | quads 2, 3 | quads 4, 5 | quads 6, 7 |
//   pair:  | row 0: 4 bytes | row 1: … | … | row 63 |   low nibbles: the even quad, high nibbles: the odd one
//
// Weights are stored unsigned and activations signed, not the other way round, because the dot product of an
// unsigned with a signed byte then needs one correction a token and group, Σ activations, instead of one a
// row.

namespace moru {

inline constexpr std::int64_t kPanelRows = 64;
inline constexpr std::int64_t kQuadBytes = 256; ///< 64 rows × 4 of K at 8 bits, or × 8 of K at 4 bits
inline constexpr std::int64_t kColumnBlock = 128; ///< Columns are padded to these; one activation scale each.
inline constexpr std::int64_t kInt8ScaleBytes = 256;
inline constexpr std::int64_t kInt8ZeroPoint = 128;
inline constexpr std::int64_t kInt4Group = 32;
inline constexpr std::int64_t kInt4ScaleBytes = 128;
inline constexpr std::int64_t kInt4GroupBytes = kInt4ScaleBytes + 4 * kQuadBytes;
inline constexpr std::int64_t kInt4ZeroPoint = 8;

struct PackedInt8 {
    const std::uint8_t* data = nullptr; ///< Aligned to 64 bytes.
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t groupSize = kColumnBlock; ///< A multiple of 128; the padded columns for one scale a row.
};

struct PackedInt4 {
    const std::uint8_t* data = nullptr; ///< Aligned to 64 bytes.
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

} // namespace moru
