#pragma once

#include <cstdint>

namespace moru::kernels::amx {

/// The matrix tiles of this thread, each 16 lines of 64 bytes: nothing but the instructions, so that what is
/// built from them can be tested with plain C++ in their place (tests/kernels/emulated_tiles.h). Not the
/// intrinsics, because GCC's are macros that want the tile's number spelt out.
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2: LDTILECFG, TILELOADD,
/// TILESTORED, TILEZERO, TDPBSUD.
struct Tiles {
    /// Gives all eight tiles their size; once a thread, later calls do nothing. The process has been
    /// permitted to use tiles (CpuFeatures::amxInt8).
    static void configure();

    template <int kTile> static void zero() { __asm__ volatile("tilezero %%tmm%c0" : : "i"(kTile)); }
    template <int kTile> static void load(const void* lines, std::int64_t stride)
    {
        __asm__ volatile("tileloadd (%0,%1,1), %%tmm%c2" : : "r"(lines), "r"(stride), "i"(kTile) : "memory");
    }
    /// Lines follow each other without a gap.
    template <int kTile> static void store(std::int32_t* lines)
    {
        constexpr std::int64_t kStride = 64;
        __asm__ volatile("tilestored %%tmm%c2, (%0,%1,1)"
            :
            : "r"(lines), "r"(kStride), "i"(kTile)
            : "memory");
    }
    /// sum[m][n] += Σ over k = 0 … 63 of signed left[m][k] · unsigned right[k / 4][4 · n + k % 4].
    template <int kSum, int kLeft, int kRight> static void addSignedTimesUnsigned()
    {
        __asm__ volatile("tdpbsud %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(kSum), "i"(kLeft), "i"(kRight));
    }
};

} // namespace moru::kernels::amx
