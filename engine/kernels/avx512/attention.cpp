#include "engine/kernels/avx512/kernels.h"

#include "engine/kernels/avx512/vector.h"
#include "engine/kernels/simd/attention.h"

namespace moru::kernels::avx512 {

void installAttention(KernelTable& table)
{
    table.attention = simd::attention<Vector>;
}

} // namespace moru::kernels::avx512
