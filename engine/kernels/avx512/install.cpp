#include "engine/kernels/avx512/kernels.h"

namespace moru::kernels {

void installAvx512Kernels(KernelTable& table)
{
    table.isa = "avx512f";
    avx512::installMatmulStored(table);
    avx512::installElementwise(table);
    avx512::installQuantiseWeights(table);
    avx512::installAttention(table);
    avx512::installGatedDelta(table);
}

} // namespace moru::kernels
