#pragma once

#include "engine/api/kv_format.h"

#include <cstddef>
#include <cstdint>

// How keys and values lie in memory. Plain data and constants only: kernels for every instruction set include
// this.

namespace moru {

/// Positions of one block.
inline constexpr std::int64_t kBlockPositions = 64;

/// One block: the keys and values of 64 positions of one head.
///
///   keys    [headDim][64]      element d of all 64 positions beside each other, so that an element of a
///                              query meets whole vectors of positions and nothing is summed across a vector
///   values  [64][valueStride]  position after position
///   scales  keys [64], values [64], f32: INT8 only; number = scale · integer
///
/// INT8 keeps each key and value rotated: every `rotation` elements times the Hadamard matrix of that order
/// over its root. The map is orthogonal, so it suffices to rotate the query too and the context back, and it
/// spreads large elements over their block, so that one scale fits them all: measured on three small models,
/// the mean KL that rounding costs falls to a third or less; a scale for every 32 elements, unrotated, is
/// worse and larger. Source: arXiv:2404.00456 section 4.
struct KvBlockLayout {
    KvFormat format = KvFormat::Float32;
    std::int64_t headDim = 0;
    std::int64_t valueStride = 0; ///< Elements; headDim rounded up to 16, so that rows are whole vectors.
    std::int64_t elementBytes = 0;
    std::int64_t valuesOffset = 0; ///< Bytes from the block's start.
    std::int64_t scalesOffset = 0;
    std::int64_t sizeBytes = 0; ///< An odd multiple of 64.
    std::int64_t rotation = 1; ///< The largest power of two that divides headDim; 1: not rotated.
    float rotationScale = 1; ///< 1 / √rotation
};

[[nodiscard]] KvBlockLayout kvBlockLayout(KvFormat format, std::int64_t headDim);

/// What is remembered for one head: a ring of blocks. Position p is entry p % 64 of block p / 64 %
/// blockCount.
struct KvHead {
    std::byte* blocks = nullptr; ///< Aligned to 64 bytes.
    std::int64_t blockCount = 0;
    std::int64_t blockStride = 0; ///< Bytes to its next block; those of other heads may lie between.
    KvBlockLayout layout;
};

} // namespace moru
