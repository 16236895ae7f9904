#include "engine/kernels/avx2/kernels.h"

#include "engine/kernels/avx2/int_vector.h"
#include "engine/kernels/avx2/nibble_vector.h"
#include "engine/kernels/simd/integer_peak.h"
#include "engine/kernels/simd/matmul_packed.h"

namespace moru::kernels::avx2 {

void installMatmulPacked(KernelTable& table)
{
    table.matmulInt8 = simd::matmulInt8<IntVector>;
    table.matmulInt4 = simd::matmulInt4<NibbleVector>;
    table.integerPeak = simd::integerPeak<IntVector>;
}

} // namespace moru::kernels::avx2
