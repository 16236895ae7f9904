#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::avx512vnni {

/// MatmulInt8, with a name of its own because tiles take turns with it.
void matmulInt8(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y);

} // namespace moru::kernels::avx512vnni
