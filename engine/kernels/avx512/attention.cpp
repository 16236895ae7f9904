#include "engine/kernels/avx512/kernels.h"

#include "engine/kernels/avx512/vector.h"
#include "engine/kernels/simd/attention.h"
#include "engine/kernels/simd/cache_write.h"

namespace moru::kernels::avx512 {

void installAttention(KernelTable& table)
{
    table.cacheWrite = simd::cacheWrite<Vector>;
    table.attention = simd::attention<Vector>;
}

} // namespace moru::kernels::avx512
