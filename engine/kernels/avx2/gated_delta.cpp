#include "engine/kernels/avx2/kernels.h"

#include "engine/kernels/avx2/vector.h"
#include "engine/kernels/scalar/kernels.h"
#include "engine/kernels/simd/causal_convolution.h"
#include "engine/kernels/simd/gated_delta_rule.h"

namespace moru::kernels::avx2 {

namespace {

void causalConvolutionSilu(const ConvolutionTask& task)
{
    if (task.taps <= simd::kMostTaps)
        simd::causalConvolutionSilu<Vector>(task);
    else
        scalar::causalConvolutionSilu(task);
}

} // namespace

void installGatedDelta(KernelTable& table)
{
    table.causalConvolutionSilu = causalConvolutionSilu;
    table.gatedDeltaRule = simd::gatedDeltaRule<Vector>;
}

} // namespace moru::kernels::avx2
