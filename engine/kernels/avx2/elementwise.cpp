#include "engine/kernels/avx2/kernels.h"

#include "engine/kernels/avx2/vector.h"
#include "engine/kernels/simd/elementwise.h"
#include "engine/kernels/simd/norms.h"
#include "engine/kernels/simd/quantise_activations.h"
#include "engine/kernels/simd/rope.h"
#include "engine/kernels/simd/rotate_blocks.h"

namespace moru::kernels::avx2 {

void installElementwise(KernelTable& table)
{
    table.rmsNorm = simd::rmsNorm<Vector>;
    table.l2Norm = simd::l2Norm<Vector>;
    table.gatedRmsNorm = simd::gatedRmsNorm<Vector>;
    table.ropeHalfSplit = simd::ropeHalfSplit<Vector>;
    table.siluMultiply = simd::siluMultiply<Vector>;
    table.geluTanhMultiply = simd::geluTanhMultiply<Vector>;
    table.add = simd::add<Vector>;
    table.softcap = simd::softcap<Vector>;
    table.sigmoidGate = simd::sigmoidGate<Vector>;
    table.rotateBlocks = simd::rotateBlocks<Vector>;
    table.quantiseActivations = simd::quantiseActivations<Vector>;
}

} // namespace moru::kernels::avx2
