#include "engine/kernels/scalar/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru::kernels::scalar {

namespace {

// The largest integer of each form. 127 · 256 + 127: one more and the high part of the split would not be a
// byte.
constexpr float kLargestByte = 127;
constexpr float kLargestWide = 32639;

} // namespace

void quantiseActivations(const Activations& x, std::int64_t columns, const QuantisedBuffers& y)
{
    for (std::int64_t t = 0; t < x.tokens; ++t) {
        std::uint32_t running = 0;
        for (std::int64_t block = 0; block < y.paddedColumns; block += y.blockColumns) {
            const float* from = x.data + t * x.stride + block;
            const std::int64_t count = std::clamp<std::int64_t>(columns - block, 0, y.blockColumns);
            float largest = 0;
            bool isFinite = true;
            for (std::int64_t k = 0; k < count; ++k) {
                largest = std::max(largest, std::abs(from[k]));
                isFinite = isFinite && std::isfinite(from[k]);
            }
            const float steps = y.low != nullptr ? kLargestWide : kLargestByte;
            const bool isZero = largest / steps < std::numeric_limits<float>::min();
            const float scale = !isFinite ? std::numeric_limits<float>::quiet_NaN()
                : isZero                  ? 0
                                          : largest / steps;
            const float inverse = isZero || !isFinite ? 0 : steps / largest;
            for (std::int64_t k = 0; k < y.blockColumns; ++k) {
                const std::int64_t at = t * y.paddedColumns + block + k;
                y.scales[at / kSmallGroup] = scale;
                const float rounded = k < count ? std::nearbyint(from[k] * inverse) : 0;
                // What is no number, as an infinity times zero is none, has no integer: any will do.
                const float within = rounded < steps ? std::max(rounded, -steps) : steps;
                const auto integer = static_cast<std::int32_t>(within);
                if (y.low != nullptr) {
                    y.low[at] = static_cast<std::int8_t>(integer); // the last eight bits, with their sign
                    y.high[at] = static_cast<std::int8_t>((integer - y.low[at]) / 256);
                } else {
                    y.high[at] = static_cast<std::int8_t>(integer);
                }
                std::int32_t& sum = y.sums[at / kSmallGroup];
                sum = (at % kSmallGroup == 0 ? 0 : sum) + integer;
                running += static_cast<std::uint32_t>(integer);
                y.runningSums[at / kColumnBlock] = static_cast<std::int32_t>(running);
            }
        }
    }
}

} // namespace moru::kernels::scalar
