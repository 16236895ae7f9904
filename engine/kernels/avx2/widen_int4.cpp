#include "engine/kernels/avx2/kernels.h"

#include "engine/kernels/avx2/weight_lanes.h"
#include "engine/kernels/simd/widen_int4.h"

namespace moru::kernels::avx2 {

void installWidenInt4(KernelTable& table)
{
    table.widenInt4Panel = simd::widenInt4Panel<WeightLanes>;
}

} // namespace moru::kernels::avx2
