#pragma once

#include "engine/graph/operation.h"
#include "engine/kernels/kernel_table.h"
#include "engine/program/recipe.h"

#include <algorithm>
#include <cstdint>

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

[[nodiscard]] inline std::int64_t attentionTaskScratchFloats(
    const AttentionAttributes& attention, std::int64_t contextLength)
{
    const std::int64_t groupSize = attention.headCount / attention.kvHeadCount;
    return kernels::attentionScratchFloats(
        contextLength, AttentionCut::mostTokensPerTask(attention) * groupSize, attention.headDim);
}

} // namespace moru
