#pragma once

#include <cstddef>
#include <cstdint>

#include <immintrin.h>

namespace moru::kernels::amx {

/// The matrix tiles of this thread, each 16 lines of 64 bytes: nothing but the instructions, so that what is
/// built from them can be tested with plain C++ in their place (tests/kernels/emulated_tiles.h).
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2: LDTILECFG, TILELOADD,
/// TILESTORED, TILEZERO, TDPBSUD.
struct Tiles {
    /// Gives all eight tiles their size; once a thread, later calls do nothing. The process has been
    /// permitted to use tiles (CpuFeatures::amxInt8).
    static void configure();

    template <int kTile> static void zero() { _tile_zero(kTile); }
    template <int kTile> static void load(const void* lines, std::int64_t stride)
    {
        _tile_loadd(kTile, lines, static_cast<std::size_t>(stride));
    }
    /// Lines follow each other without a gap.
    template <int kTile> static void store(std::int32_t* lines) { _tile_stored(kTile, lines, 64); }
    /// sum[m][n] += Σ over k of 64 and bytes: signed left[m][k] · unsigned right[k / 4][4 · n + k % 4].
    template <int kSum, int kLeft, int kRight> static void addSignedTimesUnsigned()
    {
        _tile_dpbsud(kSum, kLeft, kRight);
    }
};

} // namespace moru::kernels::amx
