#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::simd {

inline constexpr std::int64_t kKeysPerBlock = 64;
// 6 rows by V::kTileVectors vectors: 24 accumulators of 32 registers with AVX-512, 12 of 16 with AVX2.
inline constexpr int kAttentionRows = 6;

/// Some query rows of a task (a row is one head of one token) against one block of positions.
struct AttentionTile {
    std::int64_t rows = 0; ///< 1 … kAttentionRows
    const float* query[kAttentionRows] = {};
    float* output[kAttentionRows] = {};
    VisibleRange
        visible[kAttentionRows]; ///< Positions in the block, from its first; empty where end ≤ begin.
    VisibleRange any; ///< From the first to the last position that any of the rows sees.
    std::int64_t blockBegin = 0;
    float* weights = nullptr; ///< [rows][kKeysPerBlock]: scores, then softmax weights
    bool prefetch = false; ///< Each key and value is used once only: ask for the next block's.
};

/// Fills in the rows from `first` on; they are numbered token by token, inside a token head by head.
/// V only names the instruction set, as everywhere in this folder.
template <class V> inline void aim(AttentionTile& tile, const AttentionTask& task, std::int64_t first)
{
    const std::int64_t left = task.tokens * task.groupSize - first;
    tile.rows = left < kAttentionRows ? left : kAttentionRows;
    tile.any = { kKeysPerBlock, 0 };
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        const std::int64_t token = (first + r) / task.groupSize;
        const std::int64_t head = (first + r) % task.groupSize;
        tile.query[r] = task.query + token * task.queryStride + head * task.headDim;
        tile.output[r] = task.output + token * task.outputStride + head * task.headDim;
        const std::int64_t begin = task.visible[token].begin - tile.blockBegin;
        const std::int64_t end = task.visible[token].end - tile.blockBegin;
        tile.visible[r] = { begin > 0 ? begin : 0, end < kKeysPerBlock ? end : kKeysPerBlock };
        if (tile.visible[r].begin >= tile.visible[r].end)
            continue;
        if (tile.visible[r].begin < tile.any.begin)
            tile.any.begin = tile.visible[r].begin;
        if (tile.visible[r].end > tile.any.end)
            tile.any.end = tile.visible[r].end;
    }
}

/// Walks over the rows of a ring buffer, position by position.
template <class V> class RingWalk {
public:
    RingWalk(const float* data, const AttentionTask& task, std::int64_t position)
        : begin_(data)
        , end_(data + task.capacity * task.headDim)
        , row_(data + position % task.capacity * task.headDim)
        , headDim_(task.headDim)
    {
    }
    [[nodiscard]] const float* row() const { return row_; }
    void advance()
    {
        row_ += headDim_;
        if (row_ == end_)
            row_ = begin_;
    }

private:
    const float* begin_;
    const float* end_;
    const float* row_;
    std::int64_t headDim_;
};

} // namespace moru::kernels::simd
