#include "engine/kernels/scalar/kernels.h"

namespace moru::kernels::scalar {

void ropeHalfSplit(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim)
{
    const std::int64_t half = rotaryDim / 2;
    for (std::int64_t j = 0; j < half; ++j) {
        const float first = head[j];
        const float second = head[j + half];
        head[j] = first * cosine[j] - second * sine[j];
        head[j + half] = second * cosine[j] + first * sine[j];
    }
}

} // namespace moru::kernels::scalar
