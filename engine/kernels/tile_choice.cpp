#include "engine/kernels/tile_choice.h"

#include "engine/core/cpu_features.h"
#include "engine/profiler/tick_clock.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace moru::kernels {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// A panel of noise and tokens of noise to multiply it by, in 8 or 16 bits.
class Sample {
    static constexpr std::int64_t kTokens = 39; // a full pair of tiles and a part of one
    static constexpr std::int64_t kColumns = 1024;

public:
    static constexpr std::int64_t kOperations = 2 * kTokens * kPanelRows * kColumns;

    Sample()
        : panel_(static_cast<std::size_t>(kColumns / kColumnBlock * kGroupBytes))
        , high_(kTokens * kColumns)
        , low_(kTokens * kColumns)
        , scales_(kTokens * kColumns / kSmallGroup, 0.01F)
        , runningSums8_(kTokens * kColumns / kColumnBlock)
        , runningSums16_(runningSums8_.size())
    {
        std::uint32_t state = 1;
        const auto noise = [&state] {
            state = state * 1664525U + 1013904223U;
            return static_cast<std::uint8_t>(state >> 24U);
        };
        for (std::uint8_t& byte : panel_)
            byte = noise();
        constexpr std::uint16_t kScales[] = { 0x3C00, 0xBC81 }; // bf16
        for (std::size_t group = 0; group < panel_.size(); group += kGroupBytes) {
            for (std::size_t row = 0; row < kPanelRows; ++row)
                std::memcpy(&panel_[group + 2 * row], &kScales[row % 2], sizeof kScales[0]);
        }
        std::int32_t sum8 = 0;
        std::int32_t sum16 = 0;
        for (std::size_t i = 0; i < high_.size(); ++i) {
            high_[i] = static_cast<std::int8_t>(noise());
            low_[i] = static_cast<std::int8_t>(noise());
            const bool isFirst = i % kColumns == 0;
            sum8 = (isFirst ? 0 : sum8) + high_[i];
            sum16 = (isFirst ? 0 : sum16) + 256 * high_[i] + low_[i];
            runningSums8_[i / kColumnBlock] = sum8;
            runningSums16_[i / kColumnBlock] = sum16;
        }
    }

    [[nodiscard]] std::vector<float> multiply(MatmulInt8 kernel, bool isWide) const
    {
        std::vector<float> output(kTokens * kPanelRows);
        const QuantisedActivations x { .high = high_.data(),
            .low = isWide ? low_.data() : nullptr,
            .scales = scales_.data(),
            .sums = nullptr, // of small groups, which tiles do not have
            .runningSums = isWide ? runningSums16_.data() : runningSums8_.data(),
            .tokens = kTokens,
            .paddedColumns = kColumns };
        kernel(x, { panel_.data(), kPanelRows, kColumns, kColumnBlock }, { 0, kPanelRows },
            { output.data(), kPanelRows });
        return output;
    }

private:
    static constexpr std::int64_t kGroupBytes = kScaleBytes + kColumnBlock / 4 * kQuadBytes;

    std::vector<std::uint8_t> panel_;
    std::vector<std::int8_t> high_;
    std::vector<std::int8_t> low_;
    std::vector<float> scales_;
    std::vector<std::int32_t> runningSums8_;
    std::vector<std::int32_t> runningSums16_;
};

} // namespace

std::optional<TileCosts> compareTiles(MatmulInt8 tiles, MatmulInt8 dots)
{
    constexpr int kAttempts = 50;
    const Sample sample;
    for (const bool isWide : { false, true }) {
        if (sample.multiply(tiles, isWide) != sample.multiply(dots, isWide))
            return std::nullopt;
    }
    const auto costOnce = [&sample](MatmulInt8 kernel) {
        const std::uint64_t begin = readTicks();
        static_cast<void>(sample.multiply(kernel, false));
        return static_cast<double>(readTicks() - begin) / static_cast<double>(Sample::kOperations);
    };
    TileCosts costs { kNever, kNever };
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        costs.tiles = std::min(costs.tiles, costOnce(tiles));
        costs.dots = std::min(costs.dots, costOnce(dots));
    }
    return costs;
}

TileChoice::TileChoice(const TileCosts& costs)
    : dots_(costs.dots)
{
    startWindow(costs.tiles <= costs.dots);
}

void TileChoice::startWindow(bool usesTiles)
{
    usesTiles_ = usesTiles;
    left_ = usesTiles ? kTilesWindow : kDotsWindow;
    best_ = kNever;
}

void TileChoice::ran(std::int64_t operations, std::uint64_t ticks)
{
    best_ = std::min(best_, static_cast<double>(ticks) / static_cast<double>(operations));
    if (--left_ > 0)
        return;
    if (usesTiles_) {
        startWindow(best_ <= dots_);
    } else {
        dots_ = best_;
        startWindow(true);
    }
}

bool suitsTiles(const QuantisedActivations& x, const PackedInt8& weight)
{
    constexpr std::int64_t kFewestTokens = 16; // a tile has as many lines; below, most of it would be idle
    return x.tokens >= kFewestTokens && std::min(weight.groupSize, x.blockColumns) >= kColumnBlock;
}

void multiplyTimed(TileChoice& choice, MatmulInt8 product, const QuantisedActivations& x,
    const PackedInt8& weight, Range rows, const Output& y)
{
    const std::uint64_t begin = readTicks();
    product(x, weight, rows, y);
    const std::int64_t parts = x.low != nullptr ? 2 : 1;
    choice.ran(2 * parts * x.tokens * (rows.end - rows.begin) * x.paddedColumns, readTicks() - begin);
}

Result<void> refusedTiles()
{
    return failure(ErrorCode::UnsupportedIsa, "MORU_ISA",
        "the matrix tiles of {} do not give the results of its dot products", cpuFeatures().processorName);
}

} // namespace moru::kernels
