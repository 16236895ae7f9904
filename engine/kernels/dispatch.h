#pragma once

#include "engine/api/error.h"
#include "engine/core/cpu_features.h"
#include "engine/kernels/kernel_table.h"

namespace moru::kernels {

/// The table of one instruction set, filled from scalar upwards. Errors: UnsupportedIsa on a processor
/// without it.
[[nodiscard]] Result<KernelTable> kernelsFor(Isa isa);

} // namespace moru::kernels
