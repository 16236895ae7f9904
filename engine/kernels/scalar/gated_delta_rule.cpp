#include "engine/kernels/scalar/kernels.h"

#include <cmath>

namespace moru::kernels::scalar {

void gatedDeltaRule(const GatedDeltaTask& task)
{
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        const float* query = task.query + t * task.keyStride;
        const float* key = task.key + t * task.keyStride;
        const float decay = std::exp(task.logDecay[t * task.gateStride]);
        const float beta = task.beta[t * task.gateStride];
        for (std::int64_t v = 0; v < task.valueDim; ++v) { // columns of the state do not touch each other
            float* column = task.state + v;
            float remembered = 0;
            for (std::int64_t k = 0; k < task.keyDim; ++k) {
                column[k * task.valueDim] *= decay;
                remembered += column[k * task.valueDim] * key[k];
            }
            const float change = beta * (task.value[t * task.valueStride + v] - remembered);
            float sum = 0;
            for (std::int64_t k = 0; k < task.keyDim; ++k) {
                column[k * task.valueDim] += key[k] * change;
                sum += column[k * task.valueDim] * query[k];
            }
            task.output[t * task.outputStride + v] = sum;
        }
    }
}

} // namespace moru::kernels::scalar
