#include "engine/kernels/scalar/kernels.h"

#include <cmath>

namespace moru::kernels::scalar {

namespace {

float sigmoid(float x)
{
    return 1.0F / (1.0F + std::exp(-x));
}

float geluTanh(float x)
{
    constexpr float kSqrtTwoOverPi = 0.7978845608F;
    return 0.5F * x * (1.0F + std::tanh(kSqrtTwoOverPi * (x + 0.044715F * x * x * x)));
}

} // namespace

void siluMultiply(const float* gate, const float* up, std::int64_t count, float* output)
{
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = gate[i] * sigmoid(gate[i]) * up[i];
}

void geluTanhMultiply(const float* gate, const float* up, std::int64_t count, float* output)
{
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = geluTanh(gate[i]) * up[i];
}

void add(const float* a, const float* b, std::int64_t count, float* output)
{
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = a[i] + b[i];
}

void softcap(float* x, std::int64_t count, float cap)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] = cap * std::tanh(x[i] / cap);
}

void sigmoidGate(const float* x, const float* gate, std::int64_t count, float* output)
{
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = x[i] * sigmoid(gate[i]);
}

} // namespace moru::kernels::scalar
