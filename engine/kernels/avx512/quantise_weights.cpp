#include "engine/kernels/avx512/kernels.h"

#include "engine/kernels/avx512/weight_lanes.h"
#include "engine/kernels/simd/quantise_weights.h"

namespace moru::kernels::avx512 {

void installQuantiseWeights(KernelTable& table)
{
    table.quantiseInt8Panel = simd::quantiseInt8Panel<WeightLanes>;
    table.quantiseInt4Panel = simd::quantiseInt4Panel<WeightLanes>;
}

} // namespace moru::kernels::avx512
