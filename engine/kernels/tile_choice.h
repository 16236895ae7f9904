#pragma once

#include "engine/api/error.h"
#include "engine/kernels/kernel_table.h"

#include <optional>

namespace moru::kernels {

/// What one operation costs by matrix tiles and by dot products, in ticks of the processor's counter.
struct TileCosts {
    double tiles = 0;
    double dots = 0;
};

/// Multiplies the same small matrix by both, some times in turn: a few milliseconds.
/// None where the results differ in a single bit: then the tiles of this processor, or the way to them, are
/// not what they should be.
[[nodiscard]] std::optional<TileCosts> compareTiles(MatmulInt8 tiles, MatmulInt8 dots);

/// Chooses one thread's way of multiplying, product by product. Tiles have a slow state that lasts for tenths
/// of a second to seconds, core by core, for reasons outside of the program. So each product by tiles is
/// timed; where not one of a window was as fast as dot products are, these take over for a while, are timed
/// in turn, and then tiles are tried again. Both give the same bits, so that nobody sees the change in the
/// result.
class TileChoice {
public:
    explicit TileChoice(const TileCosts& costs);

    [[nodiscard]] bool usesTiles() const { return usesTiles_; }
    /// Tells how long the product took that was done as `usesTiles` says.
    void ran(std::int64_t operations, std::uint64_t ticks);

    static constexpr int kTilesWindow = 32; ///< products
    static constexpr int kDotsWindow = 512;

private:
    void startWindow(bool usesTiles);

    double dots_;
    bool usesTiles_ = true;
    int left_ = 0; ///< products of this window
    double best_ = 0; ///< ticks of an operation, of this window
};

/// Whether a product is one that tiles are for: tokens to fill their lines, groups and blocks of a multiple
/// of 128 columns.
[[nodiscard]] bool suitsTiles(const QuantisedActivations& x, const PackedInt8& weight);

/// Multiplies by `product`, the one that `choice` named, and tells it how long that took.
void multiplyTimed(TileChoice& choice, MatmulInt8 product, const QuantisedActivations& x,
    const PackedInt8& weight, Range rows, const Output& y);

/// UnsupportedIsa: tiles were asked for by name, and compareTiles refused them.
[[nodiscard]] Result<void> refusedTiles();

} // namespace moru::kernels
