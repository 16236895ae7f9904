#pragma once

#include "engine/graph/operation.h"
#include "engine/kernels/kernel_table.h"
#include "engine/program/recipe.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace moru {

/// How an attention step is cut into tasks: each has some tokens of some query heads that share one key/value
/// head. With one token the query heads of a group are split where there are fewer key/value heads than
/// workers.
struct AttentionCut {
    /// Enough query rows that converting a block of the cache and bringing it into L1 is small beside its
    /// use.
    static constexpr std::int64_t kRowsPerTask = 128;

    std::int64_t tokensPerTask = 1;
    std::int64_t tokenTiles = 1;
    std::int64_t slicesPerGroup = 1;
    std::int64_t headsPerSlice = 1;

    AttentionCut(const AttentionAttributes& attention, std::int64_t tokens, int workerCount)
    {
        const std::int64_t groupSize = attention.headCount / attention.kvHeadCount;
        tokensPerTask = mostTokensPerTask(attention);
        tokenTiles = (tokens + tokensPerTask - 1) / tokensPerTask;
        const std::int64_t tasks = tokenTiles * attention.kvHeadCount;
        slicesPerGroup = std::clamp<std::int64_t>((workerCount + tasks - 1) / tasks, 1, groupSize);
        headsPerSlice = (groupSize + slicesPerGroup - 1) / slicesPerGroup;
        slicesPerGroup = (groupSize + headsPerSlice - 1) / headsPerSlice;
    }

    /// At least as many as a pass of few rows has, which is not cut.
    [[nodiscard]] static std::int64_t mostTokensPerTask(const AttentionAttributes& attention)
    {
        return std::max<std::int64_t>(kFewRows, kRowsPerTask * attention.kvHeadCount / attention.headCount);
    }

    [[nodiscard]] std::int64_t taskCount(const AttentionAttributes& attention) const
    {
        return tokenTiles * attention.kvHeadCount * slicesPerGroup;
    }
};

/// How a pass of few rows is cut where query heads would not load workers evenly: into the stretches of each
/// key/value head's positions. One stretch is not worth the barrier before they are joined.
struct StretchCut {
    std::int64_t kvHeadCount = 1;
    std::int64_t groupSize = 1;
    std::int64_t headDim = 0;
    std::int64_t tokens = 1;
    std::int64_t first = 0; ///< Stretch that any of the tokens sees.
    std::int64_t perHead = 1;

    StretchCut(const AttentionAttributes& attention, std::span<const kernels::VisibleRange> visible)
        : kvHeadCount(attention.kvHeadCount)
        , groupSize(attention.headCount / attention.kvHeadCount)
        , headDim(attention.headDim)
        , tokens(std::int64_t(visible.size()))
    {
        kernels::VisibleRange all = visible.front();
        for (const kernels::VisibleRange& seen : visible)
            all = { std::min(all.begin, seen.begin), std::max(all.end, seen.end) };
        first = all.begin / kernels::kStretchPositions;
        perHead = (all.end - 1) / kernels::kStretchPositions + 1 - first;
    }

    [[nodiscard]] std::int64_t taskCount() const { return kvHeadCount * perHead; }
    /// What a token sees of the i-th stretch, which may be nothing.
    [[nodiscard]] kernels::VisibleRange seenIn(std::int64_t i, const kernels::VisibleRange& visible) const
    {
        const std::int64_t begin = (first + i) * kernels::kStretchPositions;
        return { std::max(visible.begin, begin), std::min(visible.end, begin + kernels::kStretchPositions) };
    }
    [[nodiscard]] std::int64_t floatsOfPart() const
    {
        return kernels::attentionPartFloats(tokens * groupSize, headDim);
    }
    /// Of a row's place in its head's first part; those in the others follow floatsOfPart() apart.
    [[nodiscard]] std::int64_t placeOf(std::int64_t head, std::int64_t token) const
    {
        return head / groupSize * perHead * floatsOfPart()
            + kernels::attentionPartFloats(token * groupSize + head % groupSize, headDim);
    }

    [[nodiscard]] static std::int64_t mostFloats(
        const AttentionAttributes& attention, std::int64_t contextLength)
    {
        return (contextLength / kernels::kStretchPositions + 1)
            * kernels::attentionPartFloats(kFewRows * attention.headCount, attention.headDim);
    }
};

[[nodiscard]] inline std::int64_t attentionTaskScratchFloats(const AttentionAttributes& attention)
{
    const std::int64_t groupSize = attention.headCount / attention.kvHeadCount;
    return kernels::attentionScratchFloats(
        AttentionCut::mostTokensPerTask(attention) * groupSize, attention.headDim);
}

} // namespace moru
