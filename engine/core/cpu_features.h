#pragma once

#include "engine/api/error.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// Kernel sets, the better ones last. Avx2 and Avx512 use no dot product instructions even where the
/// processor has them, AvxVnni and Avx512Vnni are these sets with them.
enum class Isa { Scalar, Avx2, AvxVnni, Avx512, Avx512Vnni, Amx };

inline constexpr std::array kAllIsas { Isa::Scalar, Isa::Avx2, Isa::AvxVnni, Isa::Avx512, Isa::Avx512Vnni,
    Isa::Amx };

/// As MORU_ISA and reports have it: "scalar", "avx2", "avxvnni", "avx512f", "avx512", "amx". People mean the
/// set with dot products by avx512; avx512f is there to compare with.
[[nodiscard]] std::string_view isaName(Isa isa);

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

/// MORU_ISA if set (avx512 takes the set without dot products where there are none), else the best that this
/// processor has. Errors: InvalidSetting for an unknown name, UnsupportedIsa for one that cannot run here; so
/// is neon, a name that is promised but has no kernels yet.
[[nodiscard]] Result<Isa> chosenIsa();

/// Whether MORU_ISA is set: then what it names is used even where something else would be faster.
[[nodiscard]] bool isaIsForced();

} // namespace moru
