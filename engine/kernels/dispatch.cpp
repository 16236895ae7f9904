#include "engine/kernels/dispatch.h"

#include "engine/kernels/amx/kernels.h"
#include "engine/kernels/avx512vnni/kernels.h"
#include "engine/kernels/tiled_products.h"

namespace moru::kernels {

Result<KernelTable> kernelsFor(Isa isa, [[maybe_unused]] bool isForced)
{
    if (!cpuFeatures().supports(isa))
        return failure(ErrorCode::UnsupportedIsa, "", "{} kernels cannot run on {}", isaName(isa),
            cpuFeatures().processorName);
    KernelTable table;
    installScalarKernels(table);
#if defined(MORU_X86_KERNELS)
    if (isa >= Isa::Avx2)
        installAvx2Kernels(table);
    if (isa == Isa::AvxVnni)
        installAvxVnniKernels(table);
    if (isa >= Isa::Avx512)
        installAvx512Kernels(table);
    if (isa >= Isa::Avx512Vnni)
        installAvx512VnniKernels(table);
    if (isa >= Isa::Amx) {
        if (auto added = addTiles<amx::matmulInt8, avx512vnni::matmulInt8>(table, amx::integerPeak, isForced);
            !added)
            return std::unexpected(added.error());
    }
#endif
    return table;
}

} // namespace moru::kernels
