#include "engine/kernels/scalar/kernels.h"

#include "engine/kernels/scalar/stored_element.h"

namespace moru::kernels::scalar {

namespace {

template <typename Element>
void matmul(const Activations& activations, const StoredMatrix& weight, Range rows, const Output& output)
{
    for (std::int64_t t = 0; t < activations.tokens; ++t) {
        const float* x = activations.data + t * activations.stride;
        for (std::int64_t r = rows.begin; r < rows.end; ++r) {
            float sum = 0;
            for (std::int64_t k = 0; k < weight.columns; ++k)
                sum += x[k] * Element::at(weight.data, r * weight.columns + k);
            output.data[t * output.stride + r] = sum;
        }
    }
}

template <typename Element>
void row(const StoredMatrix& weight, std::int64_t index, float scale, float* output)
{
    for (std::int64_t k = 0; k < weight.columns; ++k)
        output[k] = scale * Element::at(weight.data, index * weight.columns + k);
}

} // namespace

void matmulF32(const Activations& x, const StoredMatrix& w, Range rows, const Output& y)
{
    matmul<StoredF32>(x, w, rows, y);
}

void matmulF16(const Activations& x, const StoredMatrix& w, Range rows, const Output& y)
{
    matmul<StoredF16>(x, w, rows, y);
}

void matmulBf16(const Activations& x, const StoredMatrix& w, Range rows, const Output& y)
{
    matmul<StoredBf16>(x, w, rows, y);
}

void rowF32(const StoredMatrix& weight, std::int64_t index, float scale, float* output)
{
    row<StoredF32>(weight, index, scale, output);
}

void rowF16(const StoredMatrix& weight, std::int64_t index, float scale, float* output)
{
    row<StoredF16>(weight, index, scale, output);
}

void rowBf16(const StoredMatrix& weight, std::int64_t index, float scale, float* output)
{
    row<StoredBf16>(weight, index, scale, output);
}

} // namespace moru::kernels::scalar
