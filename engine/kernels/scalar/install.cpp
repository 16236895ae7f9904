#include "engine/kernels/scalar/kernels.h"

namespace moru::kernels {

void installScalarKernels(KernelTable& table)
{
    table.isa = "scalar";
    table.matmulF32 = scalar::matmulF32;
    table.matmulF16 = scalar::matmulF16;
    table.matmulBf16 = scalar::matmulBf16;
    table.rowF32 = scalar::rowF32;
    table.rowF16 = scalar::rowF16;
    table.rowBf16 = scalar::rowBf16;
    table.rmsNorm = scalar::rmsNorm;
    table.ropeHalfSplit = scalar::ropeHalfSplit;
    table.cacheWrite = scalar::cacheWrite;
    table.attention = scalar::attention;
    table.siluMultiply = scalar::siluMultiply;
    table.geluTanhMultiply = scalar::geluTanhMultiply;
    table.add = scalar::add;
    table.softcap = scalar::softcap;
    table.sigmoidGate = scalar::sigmoidGate;
    table.causalConvolutionSilu = scalar::causalConvolutionSilu;
    table.l2Norm = scalar::l2Norm;
    table.gatedDeltaRule = scalar::gatedDeltaRule;
    table.gatedRmsNorm = scalar::gatedRmsNorm;
    table.rotateBlocks = scalar::rotateBlocks;
    table.quantiseActivations = scalar::quantiseActivations;
    table.quantiseInt8Panel = scalar::quantiseInt8Panel;
    table.quantiseInt4Panel = scalar::quantiseInt4Panel;
    table.matmulInt8 = scalar::matmulInt8;
    table.matmulInt4 = scalar::matmulInt4;
    table.integerPeak = scalar::integerPeak;
}

} // namespace moru::kernels
