#include "engine/core/cpu_features.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace moru {

namespace {

#if defined(__x86_64__)

struct Registers {
    std::uint32_t eax = 0;
    std::uint32_t ebx = 0;
    std::uint32_t ecx = 0;
    std::uint32_t edx = 0;
};

/// All zero where the processor does not know the leaf.
Registers cpuid(std::uint32_t leaf, std::uint32_t subleaf = 0)
{
    Registers r;
    if (__get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx) == 0)
        return {};
    return r;
}

constexpr bool bit(std::uint64_t value, int position)
{
    return ((value >> position) & 1U) != 0;
}

/// XCR0: the register sets that the operating system saves. Only valid when OSXSAVE is set.
std::uint64_t enabledRegisterSets()
{
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (static_cast<std::uint64_t>(high) << 32U) | low;
}

/// Linux saves the tiles, 8 KiB a thread, only of processes that asked for it. Asked once, for all threads.
/// Source: the kernel's documentation, arch/x86/xstate.
bool tilesArePermitted()
{
    constexpr long kRequestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM
    constexpr long kTileData = 18;
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

std::string processorName()
{
    if (cpuid(0x80000000U).eax < 0x80000004U)
        return "unknown x86-64 processor";
    std::array<char, 49> text {}; // three leaves of 16 characters, and the end
    for (std::uint32_t i = 0; i < 3; ++i) {
        const Registers r = cpuid(0x80000002U + i);
        std::memcpy(text.data() + 16 * i, &r, sizeof r);
    }
    std::string name = text.data();
    const auto first = name.find_first_not_of(' ');
    const auto last = name.find_last_not_of(' ');
    return first == std::string::npos ? "unknown x86-64 processor" : name.substr(first, last - first + 1);
}

// Bit numbers: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID.
CpuFeatures readFeatures()
{
    CpuFeatures features;
    features.processorName = processorName();
    const Registers leaf1 = cpuid(1);
    if (!bit(leaf1.ecx, 27)) // OSXSAVE: without it no wide registers at all
        return features;
    const std::uint64_t saved = enabledRegisterSets();
    const bool ymmSaved = bit(saved, 1) && bit(saved, 2);
    const bool zmmSaved = ymmSaved && bit(saved, 5) && bit(saved, 6) && bit(saved, 7);
    const bool tilesSaved = bit(saved, 17) && bit(saved, 18);
    const Registers leaf7 = cpuid(7);
    const Registers leaf7more = cpuid(7, 1);

    const bool fma = bit(leaf1.ecx, 12);
    const bool f16c = bit(leaf1.ecx, 29);
    features.avx2 = ymmSaved && bit(leaf7.ebx, 5) && fma && f16c;
    features.avxVnni = features.avx2 && bit(leaf7more.eax, 4);
    const bool foundation
        = bit(leaf7.ebx, 16) && bit(leaf7.ebx, 17) && bit(leaf7.ebx, 30) && bit(leaf7.ebx, 31);
    features.avx512 = features.avx2 && zmmSaved && foundation;
    features.avx512Vnni = features.avx512 && bit(leaf7.ecx, 11);
    features.avx512Bf16 = features.avx512 && bit(leaf7more.eax, 5);
    const bool hasTiles = tilesSaved && bit(leaf7.edx, 24) && tilesArePermitted();
    features.amxInt8 = hasTiles && bit(leaf7.edx, 25);
    features.amxBf16 = hasTiles && bit(leaf7.edx, 22);
    return features;
}

#else

CpuFeatures readFeatures()
{
    CpuFeatures features;
    features.processorName = "processor without x86-64";
    return features;
}

#endif

} // namespace

std::string_view isaName(Isa isa)
{
    switch (isa) {
    case Isa::Scalar:
        return "scalar";
    case Isa::Avx2:
        return "avx2";
    case Isa::AvxVnni:
        return "avxvnni";
    case Isa::Avx512:
        return "avx512f";
    case Isa::Avx512Vnni:
        return "avx512";
    case Isa::Amx:
        return "amx";
    }
    return "unknown";
}

bool CpuFeatures::supports(Isa isa) const
{
    switch (isa) {
    case Isa::Scalar:
        return true;
    case Isa::Avx2:
        return avx2;
    case Isa::AvxVnni:
        return avxVnni;
    case Isa::Avx512:
        return avx512;
    case Isa::Avx512Vnni:
        return avx512Vnni;
    case Isa::Amx:
        return amxInt8 && avx512Vnni;
    }
    return false;
}

std::vector<std::string> CpuFeatures::names() const
{
    std::vector<std::string> list;
    const auto add = [&list](bool present, const char* name) {
        if (present)
            list.emplace_back(name);
    };
    add(avx2, "avx2");
    add(avxVnni, "avxvnni");
    add(avx512, "avx512");
    add(avx512Vnni, "avx512vnni");
    add(avx512Bf16, "avx512bf16");
    add(amxInt8, "amxint8");
    add(amxBf16, "amxbf16");
    return list;
}

const CpuFeatures& cpuFeatures()
{
    static const CpuFeatures features = readFeatures();
    return features;
}

bool isaIsForced()
{
    const char* asked = std::getenv("MORU_ISA");
    return asked != nullptr && *asked != '\0';
}

Result<Isa> chosenIsa()
{
    const char* asked = std::getenv("MORU_ISA");
    if (!isaIsForced()) {
        Isa best = Isa::Scalar;
        for (const Isa isa : kAllIsas)
            best = cpuFeatures().supports(isa) ? isa : best;
        return best;
    }
    // What was AVX-512 before there were dot products is no less of it.
    if (asked == isaName(Isa::Avx512Vnni) && cpuFeatures().avx512 && !cpuFeatures().avx512Vnni)
        return Isa::Avx512;
    for (const Isa isa : kAllIsas) {
        if (isaName(isa) != asked)
            continue;
        if (!cpuFeatures().supports(isa))
            return failure(ErrorCode::UnsupportedIsa, "MORU_ISA", "{} cannot run on {}", asked,
                cpuFeatures().processorName);
        return isa;
    }
    if (std::string_view(asked) == "neon")
        return failure(ErrorCode::UnsupportedIsa, "MORU_ISA", "there are no neon kernels for {}",
            cpuFeatures().processorName);
    std::string names;
    for (const Isa isa : kAllIsas)
        names.append(names.empty() ? "" : ", ").append(isaName(isa));
    return failure(
        ErrorCode::InvalidSetting, "MORU_ISA", "\"{}\" is not a kernel set; there are {}", asked, names);
}

} // namespace moru
