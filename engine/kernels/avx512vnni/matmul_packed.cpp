#include "engine/kernels/avx512vnni/kernels.h"

#include "engine/kernels/avx512vnni/int_vector.h"
#include "engine/kernels/simd/integer_peak.h"
#include "engine/kernels/simd/matmul_packed.h"

namespace moru::kernels {

void avx512vnni::matmulInt8(
    const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    simd::matmulInt8<IntVector>(x, weight, rows, y);
}

void installAvx512VnniKernels(KernelTable& table)
{
    table.isa = "avx512";
    table.matmulInt8 = avx512vnni::matmulInt8;
    table.matmulInt4 = simd::matmulInt4<avx512vnni::IntVector>;
    table.integerPeak = simd::integerPeak<avx512vnni::IntVector>;
}

} // namespace moru::kernels
