#pragma once

#include "engine/api/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// Kernel sets, each containing the ones before it on x86.
enum class Isa { Scalar, Avx2, Avx512, Amx };

[[nodiscard]] std::string_view isaName(Isa isa); ///< "scalar", "avx2", "avx512", "amx"

struct CpuFeatures {
    std::string processorName;
    bool avx2 = false; ///< with FMA and F16C, which every processor with AVX2 that matters has
    bool avxVnni = false;
    bool avx512 = false; ///< F, BW, DQ and VL together
    bool avx512Vnni = false;
    bool avx512Bf16 = false;
    bool amxInt8 = false; ///< and the operating system has permitted tiles to this process
    bool amxBf16 = false; ///< likewise

    [[nodiscard]] bool supports(Isa isa) const;
    [[nodiscard]] std::vector<std::string> names() const;
};

/// Read once: processor and operating system must both support a set.
[[nodiscard]] const CpuFeatures& cpuFeatures();

/// MORU_ISA if set, else the best that this processor has.
/// Errors: InvalidSetting for an unknown name, UnsupportedIsa for one that cannot run here.
[[nodiscard]] Result<Isa> chosenIsa();

/// Whether MORU_ISA is set: then what it names is used even where something else would be faster.
[[nodiscard]] bool isaIsForced();

} // namespace moru
