#include "engine/kernels/scalar/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru::kernels::scalar {

namespace {

void attendOne(const AttentionTask& task, VisibleRange visible, const float* query, float* output)
{
    float* weights = task.scratch; // one a visible position
    float largest = -std::numeric_limits<float>::infinity();
    for (std::int64_t p = visible.begin; p < visible.end; ++p) {
        const float* key = task.keys + (p % task.capacity) * task.headDim;
        float score = 0;
        for (std::int64_t d = 0; d < task.headDim; ++d)
            score += query[d] * key[d];
        score *= task.scale;
        if (task.softcap > 0)
            score = task.softcap * std::tanh(score / task.softcap);
        weights[p - visible.begin] = score;
        largest = std::max(largest, score);
    }

    float sum = 0;
    std::fill_n(output, task.headDim, 0.0F);
    for (std::int64_t p = visible.begin; p < visible.end; ++p) {
        const float* value = task.values + (p % task.capacity) * task.headDim;
        const float weight = std::exp(weights[p - visible.begin] - largest);
        sum += weight;
        for (std::int64_t d = 0; d < task.headDim; ++d)
            output[d] += weight * value[d];
    }
    for (std::int64_t d = 0; d < task.headDim; ++d)
        output[d] /= sum;
}

} // namespace

void attention(const AttentionTask& task)
{
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        for (std::int64_t g = 0; g < task.groupSize; ++g) {
            attendOne(task, task.visible[t], task.query + t * task.queryStride + g * task.headDim,
                task.output + t * task.outputStride + g * task.headDim);
        }
    }
}

} // namespace moru::kernels::scalar
