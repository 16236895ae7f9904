#include "engine/kernels/avx512/kernels.h"

#include "engine/kernels/avx512/weight_lanes.h"
#include "engine/kernels/scalar/kernels.h"
#include "engine/kernels/simd/quantise_weights.h"

namespace moru::kernels::avx512 {

namespace {

PackingError quantiseInt8Panel(const WeightRows& rows, std::int64_t groupSize, std::uint8_t* panel)
{
    if (groupSize > kColumnBlock)
        return scalar::quantiseInt8Panel(rows, groupSize, panel);
    return simd::quantiseInt8Panel<WeightLanes>(rows, groupSize, panel);
}

} // namespace

void installQuantiseWeights(KernelTable& table)
{
    table.quantiseInt8Panel = quantiseInt8Panel;
    table.quantiseInt4Panel = simd::quantiseInt4Panel<WeightLanes>;
}

} // namespace moru::kernels::avx512
