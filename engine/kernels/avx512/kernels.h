#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::avx512 {

// Each sets the entries that its file has.
void installMatmulStored(KernelTable& table);
void installElementwise(KernelTable& table);
void installQuantiseWeights(KernelTable& table);
void installAttention(KernelTable& table);
void installGatedDelta(KernelTable& table);

} // namespace moru::kernels::avx512
