#include "engine/kernels/scalar/kernels.h"

#include <algorithm>

namespace moru::kernels::scalar {

void rotateBlocks(const float* x, std::int64_t columns, float* output)
{
    constexpr float scale = 0.08838834764831845F; // 1 / √128
    for (std::int64_t start = 0; start < columns; start += kColumnBlock) {
        float block[kColumnBlock] = {};
        std::copy_n(x + start, std::min(kColumnBlock, columns - start), block);
        for (std::int64_t distance = kColumnBlock / 2; distance > 0; distance /= 2) {
            for (std::int64_t i = 0; i < kColumnBlock; ++i) {
                if ((i & distance) != 0)
                    continue;
                const float a = block[i];
                const float b = block[i + distance];
                block[i] = a + b;
                block[i + distance] = a - b;
            }
        }
        for (std::int64_t i = 0; i < kColumnBlock; ++i)
            output[start + i] = scale * block[i];
    }
}

} // namespace moru::kernels::scalar
