#include "engine/kernels/scalar/cached_rows.h"
#include "engine/kernels/scalar/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru::kernels::scalar {

namespace {

void attendOne(const AttentionTask& task, VisibleRange visible, const float* query, float* output)
{
    const std::int64_t headDim = task.cache.layout.headDim;
    float* row = task.scratch; // a key, then a value
    float* rotated = task.scratch + headDim; // the query, as the keys are
    float* weights = rotated + headDim; // one a visible position
    std::copy_n(query, headDim, rotated);
    rotateRow(task.cache.layout, rotated);
    float largest = -std::numeric_limits<float>::infinity();
    for (std::int64_t p = visible.begin; p < visible.end; ++p) {
        readKey(task.cache, p, row);
        float score = 0;
        for (std::int64_t d = 0; d < headDim; ++d)
            score += rotated[d] * row[d];
        score *= task.scale;
        if (task.softcap > 0)
            score = task.softcap * std::tanh(score / task.softcap);
        weights[p - visible.begin] = score;
        largest = std::max(largest, score);
    }

    float sum = 0;
    std::fill_n(output, headDim, 0.0F);
    for (std::int64_t p = visible.begin; p < visible.end; ++p) {
        readValue(task.cache, p, row);
        const float weight = std::exp(weights[p - visible.begin] - largest);
        sum += weight;
        for (std::int64_t d = 0; d < headDim; ++d)
            output[d] += weight * row[d];
    }
    for (std::int64_t d = 0; d < headDim; ++d)
        output[d] /= sum;
    rotateRow(task.cache.layout, output);
}

} // namespace

void attention(const AttentionTask& task)
{
    const std::int64_t headDim = task.cache.layout.headDim;
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        for (std::int64_t g = 0; g < task.groupSize; ++g) {
            attendOne(task, task.visible[t], task.query + t * task.queryStride + g * headDim,
                task.output + t * task.outputStride + g * headDim);
        }
    }
}

} // namespace moru::kernels::scalar
