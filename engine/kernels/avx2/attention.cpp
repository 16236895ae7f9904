#include "engine/kernels/avx2/kernels.h"

#include "engine/kernels/avx2/vector.h"
#include "engine/kernels/simd/attention.h"

namespace moru::kernels::avx2 {

void installAttention(KernelTable& table)
{
    table.attention = simd::attention<Vector>;
}

} // namespace moru::kernels::avx2
