#include "tests/kernels/packed_tables.h"

#include "engine/kernels/amx/kernels.h"
#include "engine/kernels/avx512vnni/kernels.h"
#include "tests/kernels/kernel_inputs.h"

#include <algorithm>

namespace moru::test {

using namespace kernels;

MatmulInt8 realTiles()
{
    return [](const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y) {
        const bool canTiles = std::min(weight.groupSize, x.blockColumns) >= kColumnBlock;
        (canTiles ? amx::matmulInt8 : avx512vnni::matmulInt8)(x, weight, rows, y);
    };
}

KernelTable packedTable(Isa isa)
{
    if (isa != Isa::Amx)
        return table(isa);
    KernelTable tiles = table(Isa::Avx512Vnni);
    tiles.matmulInt8 = realTiles();
    return tiles;
}

void addPackedRows()
{
    QTest::addColumn<int>("isa");
    for (const Isa isa : kAllIsas)
        QTest::addRow("%s", isaName(isa).data()) << static_cast<int>(isa);
}

} // namespace moru::test
