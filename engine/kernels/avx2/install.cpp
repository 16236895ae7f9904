#include "engine/kernels/avx2/kernels.h"

namespace moru::kernels {

void installAvx2Kernels(KernelTable& table)
{
    table.isa = "avx2";
    avx2::installMatmulStored(table);
    avx2::installMatmulPacked(table);
    avx2::installElementwise(table);
    avx2::installQuantiseWeights(table);
    avx2::installAttention(table);
    avx2::installGatedDelta(table);
}

} // namespace moru::kernels
