#include "engine/kernels/dispatch.h"

namespace moru::kernels {

Result<KernelTable> kernelsFor(Isa isa)
{
    if (!cpuFeatures().supports(isa))
        return failure(ErrorCode::UnsupportedIsa, "", "{} kernels cannot run on {}", isaName(isa),
            cpuFeatures().processorName);
    KernelTable table;
    installScalarKernels(table);
#if defined(MORU_X86_KERNELS)
    if (isa >= Isa::Avx2)
        installAvx2Kernels(table);
    if (isa >= Isa::Avx512)
        installAvx512Kernels(table);
#endif
    return table;
}

} // namespace moru::kernels
