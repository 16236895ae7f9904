#include "engine/kernels/avx512/kernels.h"

#include "engine/kernels/avx512/vector.h"
#include "engine/kernels/simd/matmul.h"

namespace moru::kernels::avx512 {

void installMatmulStored(KernelTable& table)
{
    table.decodeStreams = Vector::kDecodeStreams;
    table.matmulF32 = simd::matmul<Vector, simd::ElementF32<Vector>>;
    table.matmulF16 = simd::matmul<Vector, simd::ElementF16<Vector>>;
    table.matmulBf16 = simd::matmul<Vector, simd::ElementBf16<Vector>>;
    table.rowF32 = simd::row<Vector, simd::ElementF32<Vector>>;
    table.rowF16 = simd::row<Vector, simd::ElementF16<Vector>>;
    table.rowBf16 = simd::row<Vector, simd::ElementBf16<Vector>>;
}

} // namespace moru::kernels::avx512
