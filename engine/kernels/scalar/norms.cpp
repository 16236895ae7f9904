#include "engine/kernels/scalar/kernels.h"

#include <cmath>

namespace moru::kernels::scalar {

namespace {

float sumOfSquares(const float* x, std::int64_t count)
{
    float sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += x[i] * x[i];
    return sum;
}

} // namespace

void rmsNorm(const float* x, const float* weight, std::int64_t count, float epsilon, float* output)
{
    const float factor = 1.0F / std::sqrt(sumOfSquares(x, count) / static_cast<float>(count) + epsilon);
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = x[i] * factor * weight[i];
}

void l2Norm(const float* x, std::int64_t count, float epsilon, float scale, float* output)
{
    const float factor = scale / std::sqrt(sumOfSquares(x, count) + epsilon);
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = x[i] * factor;
}

void gatedRmsNorm(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output)
{
    const float factor = 1.0F / std::sqrt(sumOfSquares(x, count) / static_cast<float>(count) + epsilon);
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = x[i] * factor * weight[i] * (gate[i] / (1.0F + std::exp(-gate[i])));
}

} // namespace moru::kernels::scalar
