#pragma once

#include "engine/kernels/amx/kernels.h"
#include "engine/kernels/avx512vnni/kernels.h"
#include "engine/kernels/tiled_products.h"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace moru::test {

/// The functions, which are all members from the first on.
inline std::vector<void*> entries(const kernels::KernelTable& table)
{
    const std::size_t begin = offsetof(kernels::KernelTable, matmulF32);
    std::vector<void*> pointers((sizeof table - begin) / sizeof(void*));
    std::memcpy(
        pointers.data(), reinterpret_cast<const char*>(&table) + begin, pointers.size() * sizeof(void*));
    return pointers;
}

/// The folder of engine/kernels that each entry of a table is from, "?" where it is from none: asked of the
/// folders themselves, not of the name that the table gives itself.
inline std::vector<std::string> foldersOf(const kernels::KernelTable& table)
{
    using kernels::KernelTable;
    const auto installTiles = [](KernelTable& tiles) {
        using Products = kernels::TiledProducts<kernels::amx::matmulInt8, kernels::avx512vnni::matmulInt8>;
        tiles.matmulInt8 = Products::byTiles; // when forced
        tiles.integerPeak = kernels::amx::integerPeak;
    };
    const struct {
        const char* name;
        void (*install)(KernelTable&);
    } folders[] = { { "scalar", kernels::installScalarKernels }, { "avx2", kernels::installAvx2Kernels },
        { "avxvnni", kernels::installAvxVnniKernels }, { "avx512", kernels::installAvx512Kernels },
        { "avx512vnni", kernels::installAvx512VnniKernels }, { "amx", installTiles } };
    const std::vector<void*> asked = entries(table);
    std::vector<std::string> names(asked.size(), "?");
    for (const auto& folder : folders) {
        KernelTable alone;
        folder.install(alone);
        const std::vector<void*> own = entries(alone);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (own[i] != nullptr && own[i] == asked[i])
                names[i] = folder.name;
        }
    }
    return names;
}

} // namespace moru::test
