#pragma once

#include "engine/api/error.h"
#include "engine/core/cpu_features.h"
#include "engine/kernels/kernel_table.h"

namespace moru::kernels {

/// The table of one instruction set, filled from scalar upwards. Tiles take turns with dot products as speed
/// has it, and where the two differ there are none in the table, whose name is avx512 then; not so where
/// they were asked for by name, `isForced`.
/// Errors: UnsupportedIsa on a processor without it, and for tiles that differ where `isForced`.
[[nodiscard]] Result<KernelTable> kernelsFor(Isa isa, bool isForced = isaIsForced());

} // namespace moru::kernels
