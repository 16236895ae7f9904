#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/kernels/simd/elementary.h"

namespace moru::kernels::simd {

inline constexpr std::int64_t kMostTaps = 8; // Qwen3.5 has 4

/// The channels of one vector, all tokens, then their state. `mask` is given for the last, partial vector.
template <class V, class... Mask>
inline void convolveChannels(
    const ConvolutionTask& task, std::int64_t channel, std::int64_t count, Mask... mask)
{
    const std::int64_t taps = task.taps;
    float transposed[kMostTaps][V::kLanes] = {}; // the weights of one tap beside each other
    V weight[kMostTaps];
    for (std::int64_t tap = 0; tap < taps; ++tap) {
        for (std::int64_t c = 0; c < count; ++c)
            transposed[tap][c] = task.weight[(channel + c) * taps + tap];
        weight[tap] = V::load(transposed[tap]);
    }
    const auto input = [&](std::int64_t t) { // before the first token lies the state
        return V::load(t >= 0 ? task.input.data + t * task.input.stride + channel
                              : task.state + (t + taps - 1) * task.channelCount + channel,
            mask...);
    };
    for (std::int64_t t = 0; t < task.input.tokens; ++t) {
        V sum = V::zero();
        for (std::int64_t tap = 0; tap < taps; ++tap)
            sum = V::multiplyAdd(weight[tap], input(t - (taps - 1) + tap), sum);
        (sum * sigmoid(sum)).store(task.output.data + t * task.output.stride + channel, mask...);
    }
    // Oldest first, so that each entry is read before it is replaced.
    for (std::int64_t s = 0; s < taps - 1; ++s)
        input(task.input.tokens - (taps - 1) + s)
            .store(task.state + s * task.channelCount + channel, mask...);
}

/// For at most kMostTaps taps.
template <class V> void causalConvolutionSilu(const ConvolutionTask& task)
{
    std::int64_t c = task.channels.begin;
    for (; c + V::kLanes <= task.channels.end; c += V::kLanes)
        convolveChannels<V>(task, c, V::kLanes);
    if (c < task.channels.end)
        convolveChannels<V>(task, c, task.channels.end - c, V::firstLanes(task.channels.end - c));
}

} // namespace moru::kernels::simd
