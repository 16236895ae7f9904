#pragma once

#include "engine/kv_cache/kv_block.h"

#include <cstdint>

// The attention entries of kernel_table.h. Plain data, as there.

namespace moru::kernels {

/// Positions [begin, end) of the cache that one query token sees.
struct VisibleRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Some tokens' keys and values of one head, to be remembered.
struct CacheWriteTask {
    const float* key = nullptr; ///< Token t: key + t * keyStride, headDim numbers.
    std::int64_t keyStride = 0;
    const float* value = nullptr;
    std::int64_t valueStride = 0;
    std::int64_t tokens = 0;
    std::int64_t firstPosition = 0; ///< Of the first token; the others follow.
    const float* keyOffset = nullptr; ///< [headDim]: taken off every key; null: nothing.
    float* scratch = nullptr; ///< layout.valueStride floats, the thread's own.
    KvHead cache;
};

/// Writes each token's key and value in the cache's format, rotated where the layout says so.
/// Units: BF16 rounds to nearest, ties to even. INT8: scale = largest magnitude / 127, integers rounded to
///        nearest; a row whose largest magnitude is below 1e-30 becomes zeros, and one with an infinity or a
///        NaN has the scale NaN, so that what attends to it is NaN: what went wrong before is seen. So are
///        sums of `rotation` numbers beyond the largest float. Every instruction set writes the same bits. A
///        vector taken off all keys alike moves all scores of a query alike, which softmax does not notice.
using CacheWrite = void (*)(const CacheWriteTask&);

/// Some query tokens of all query heads that share one key/value head. A row is one head of one token; rows
/// are numbered token by token, inside a token head by head.
struct AttentionTask {
    const float* query = nullptr; ///< Token t, head g of the group: query + t * queryStride + g * headDim.
    std::int64_t queryStride = 0;
    std::int64_t tokens = 0;
    std::int64_t groupSize = 0; ///< Query heads that share this key/value head.
    KvHead cache;
    const VisibleRange* visible = nullptr; ///< [tokens]; never longer than the cache; empty only with `part`.
    float scale = 0;
    float softcap = 0; ///< cap · tanh(score / cap) before softmax; 0: none. Gemma 2.
    float* scratch = nullptr; ///< attentionScratchFloats(…) floats, the thread's own.
    float* output = nullptr; ///< As query.
    std::int64_t outputStride = 0;
    /// Takes what one stretch, the only one visible, gives in place of output; null: output it is. Row r lies
    /// at part + attentionPartFloats(r, headDim).
    float* part = nullptr;
};

/// output = softmax(scale · q·kᵀ, capped) · v over the visible positions, softmax in f32. Where keys and
/// values are rotated, the query is first and the output last. Stretches are merged in order.
/// Source: arXiv:1706.03762 eq. 1; grouped heads, arXiv:2305.13245.
using Attention = void (*)(const AttentionTask&);

/// Floats of scratch that an attention task needs at most. `rows`: tokens · groupSize.
[[nodiscard]] std::int64_t attentionScratchFloats(std::int64_t rows, std::int64_t headDim);

/// Softmax begins anew with each stretch of so many positions, counted from position 0: then it does not show
/// in the result whether one worker saw them all or several some each.
inline constexpr std::int64_t kStretchPositions = 1024;
static_assert(kStretchPositions % kBlockPositions == 0);

/// A part holds for each row Σ e^(score − largest) · value [headDim], then `largest` and Σ e^(score −
/// largest); −∞ and zeros where the row saw nothing.
[[nodiscard]] std::int64_t attentionPartFloats(std::int64_t rows, std::int64_t headDim);

/// One row of a part that has seen nothing yet.
void emptyAttentionPart(std::int64_t headDim, float* part);

/// Adds what a row saw in the next stretch. Source: arXiv:1805.02867.
void mergeAttention(const float* sums, float largest, float sum, std::int64_t headDim, float* part);

/// The output of one row whose parts lie `partStride` apart: merged, divided, rotated back. The same bits as
/// one task for all of it leaves.
void joinAttention(const KvBlockLayout& layout, const float* parts, std::int64_t partStride,
    std::int64_t partCount, float* scratch, float* output);

} // namespace moru::kernels
