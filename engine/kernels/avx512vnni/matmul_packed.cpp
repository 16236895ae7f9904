#include "engine/kernels/simd/matmul_packed.h"
#include "engine/kernels/avx512vnni/int_vector.h"
#include "engine/kernels/simd/integer_peak.h"

namespace moru::kernels {

void installAvx512VnniKernels(KernelTable& table)
{
    table.isa = "avx512vnni";
    table.matmulInt8 = simd::matmulInt8<avx512vnni::IntVector>;
    table.matmulInt4 = simd::matmulInt4<avx512vnni::IntVector>;
    table.integerPeak = simd::integerPeak<avx512vnni::IntVector>;
}

} // namespace moru::kernels
