#include "engine/kernels/amx/kernels.h"
#include "engine/kernels/amx/tiles.h"
#include "engine/kernels/avx512vnni/int_vector.h"
#include "engine/kernels/simd/matmul_tiles.h"

namespace moru::kernels::amx {

void matmulInt8(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    simd::matmulInt8ByTiles<Tiles, avx512vnni::IntVector>(x, weight, rows, y);
}

std::int64_t integerPeak(std::int64_t rounds)
{
    return simd::tilePeak<Tiles>(rounds);
}

} // namespace moru::kernels::amx
