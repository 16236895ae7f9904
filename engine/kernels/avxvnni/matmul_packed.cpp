#include "engine/kernels/simd/matmul_packed.h"
#include "engine/kernels/avxvnni/int_vector.h"
#include "engine/kernels/simd/integer_peak.h"

namespace moru::kernels {

void installAvxVnniKernels(KernelTable& table)
{
    table.isa = "avxvnni";
    table.matmulInt8 = simd::matmulInt8<avxvnni::IntVector>;
    table.matmulInt4 = simd::matmulInt4<avxvnni::IntVector>;
    table.integerPeak = simd::integerPeak<avxvnni::IntVector>;
}

} // namespace moru::kernels
