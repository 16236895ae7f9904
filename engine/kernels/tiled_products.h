#pragma once

#include "engine/kernels/tile_choice.h"

namespace moru::kernels {

/// INT8 products by `kTiles` where they can and by `kDots` elsewhere. A table's entries are plain functions,
/// so what they need to know belongs to this type: every pair of functions has its own, and nobody's tiles
/// are in the way of another's.
template <MatmulInt8 kTiles, MatmulInt8 kDots> class TiledProducts {
public:
    /// Of compareTiles, asked once a process.
    [[nodiscard]] static const std::optional<TileCosts>& costs()
    {
        static const std::optional<TileCosts> costs = compareTiles(kTiles, kDots);
        return costs;
    }

    /// By tiles wherever they can.
    static void byTiles(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
    {
        (suitsTiles(x, weight) ? kTiles : kDots)(x, weight, rows, y);
    }

    /// By tiles where they can and are faster on this thread. `costs` has a value.
    static void byTheFaster(
        const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
    {
        thread_local TileChoice choice(*costs());
        if (suitsTiles(x, weight))
            multiplyTimed(choice, choice.usesTiles() ? kTiles : kDots, x, weight, rows, y);
        else
            kDots(x, weight, rows, y);
    }
};

/// Replaces the table's INT8 product, which is `kDots`, by one that uses `kTiles` too: where that is faster,
/// and wherever they can where `isForced`. `peak` becomes the table's integerPeak.
/// Errors: UnsupportedIsa where compareTiles refuses and `isForced`; else the table stays as it is then.
template <MatmulInt8 kTiles, MatmulInt8 kDots>
[[nodiscard]] Result<void> addTiles(KernelTable& table, IntegerPeak peak, bool isForced)
{
    using Products = TiledProducts<kTiles, kDots>;
    if (!Products::costs())
        return isForced ? refusedTiles() : Result<void> {};
    table.isa = "amx";
    table.matmulInt8 = isForced ? Products::byTiles : Products::byTheFaster;
    table.integerPeak = peak;
    return {};
}

} // namespace moru::kernels
