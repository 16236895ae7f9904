#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::amx {

/// MatmulInt8 for groups of a multiple of 128 columns. Pays from 16 tokens on.
void matmulInt8(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y);

/// IntegerPeak of the tiles.
std::int64_t integerPeak(std::int64_t rounds);

} // namespace moru::kernels::amx
