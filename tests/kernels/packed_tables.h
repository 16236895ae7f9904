#pragma once

#include "engine/core/cpu_features.h"
#include "engine/kernels/kernel_table.h"

#include <QTest>

namespace moru::test {

/// The kernels of a set that can run here. Of tiles the instructions themselves, for every product that they
/// can do and any number of tokens: not what is faster, and not what a comparison has let through.
[[nodiscard]] kernels::KernelTable packedTable(Isa isa);

/// The INT8 product by this processor's tiles; it must have them.
[[nodiscard]] kernels::MatmulInt8 realTiles();

/// One row of test data a set that differs in products with packed weights, whether it can run here or not;
/// tests start with `MORU_PACKED_KERNELS(fast)`.
void addPackedRows();

} // namespace moru::test

/// The table of the row's set; skips, aloud, on processors without it.
#define MORU_PACKED_KERNELS(name)                                                                            \
    QFETCH(const int, isa);                                                                                  \
    if (!moru::cpuFeatures().supports(moru::Isa(isa)))                                                       \
        QSKIP("this processor cannot run them");                                                             \
    const moru::kernels::KernelTable name = moru::test::packedTable(moru::Isa(isa))
