#include "engine/kernels/scalar/kernels.h"

#include <cmath>

namespace moru::kernels::scalar {

namespace {

/// Input of a channel `t` tokens into this call; before its start lies the state.
float inputAt(const ConvolutionTask& task, std::int64_t t, std::int64_t channel)
{
    return t >= 0 ? task.input.data[t * task.input.stride + channel]
                  : task.state[(t + task.taps - 1) * task.channelCount + channel];
}

} // namespace

void causalConvolutionSilu(const ConvolutionTask& task)
{
    const std::int64_t tokens = task.input.tokens;
    for (std::int64_t c = task.channels.begin; c < task.channels.end; ++c) {
        for (std::int64_t t = 0; t < tokens; ++t) {
            float sum = 0;
            for (std::int64_t tap = 0; tap < task.taps; ++tap)
                sum += task.weight[c * task.taps + tap] * inputAt(task, t - (task.taps - 1) + tap, c);
            task.output.data[t * task.output.stride + c] = sum / (1.0F + std::exp(-sum));
        }
        // Oldest first, so that each entry is read before it is replaced.
        for (std::int64_t s = 0; s < task.taps - 1; ++s)
            task.state[s * task.channelCount + c] = inputAt(task, tokens - (task.taps - 1) + s, c);
    }
}

} // namespace moru::kernels::scalar
