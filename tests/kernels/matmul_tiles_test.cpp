#include "engine/kernels/simd/matmul_tiles.h"

#include "engine/kernels/tile_choice.h"
#include "tests/kernels/emulated_tiles.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/kernels/packed_inputs.h"
#include "tests/support/test_main.h"

#include <array>
#include <cstring>

// All of the kernel for matrix tiles but the instructions themselves, which stand behind a wrapper of one
// line each: no processor with tiles is needed.

class TileMatmul final : public QObject {
    Q_OBJECT
private slots:
    void agreesWithScalarOverAllTails();
    void hasTheBitsOfDotProducts();
    void largestIntegersDoNotOverflow();
    void comparisonRefusesWrongTiles();
    void tableWithTilesGivesTheSameBits();
    void slowTilesMakeWayForAWhile();
    void slowStartBeginsWithoutTiles();
    void oneFastProductOfAWindowKeepsTheTiles();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::test;

constexpr MatmulInt8 kTiles = simd::matmulInt8ByTiles<EmulatedTiles, EmulatedIntVector>;

KernelTable withTiles(KernelTable table)
{
    table.matmulInt8 = kTiles;
    return table;
}

/// Formats that tiles are for: INT8 in groups of a multiple of 128.
constexpr int kTileFormats[] = { 0, 2 };

constexpr std::array<std::int64_t, 3> kShapes[]
    = { { 1, 1, 1 }, { 32, 128, 16 }, { 33, 127, 17 }, { 64, 256, 32 }, { 65, 130, 33 }, { 130, 300, 15 },
          { 128, 260, 70 }, { 97, 513, 49 }, { 40, 1000, 21 }, { 66, 700, 32 } };

void runWrong(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    kTiles(x, weight, rows, y);
    y.data[y.stride * (x.tokens - 1) + rows.begin + 3] += 0.001F;
}

} // namespace

void TileMatmul::agreesWithScalarOverAllTails()
{
    const KernelTable scalar = table(Isa::Scalar);
    for (const auto& [rows, columns, tokens] : kShapes) {
        Random random(static_cast<std::uint32_t>(rows + columns));
        const Matrices matrices(rows, columns, random.floats(rows * columns));
        const auto x = random.floats(tokens * columns, -3, 3);
        for (const auto& [wide, block] : inputForms(columns, kColumnBlock)) {
            const Quantised q(scalar, x, tokens, columns, wide, block);
            for (const int format : kTileFormats) {
                MORU_WITHIN(matrices.multiply(withTiles(scalar), format, q.view),
                    matrices.multiply(scalar, format, q.view), matrices.bounds(x, tokens));
                // Whole panels of a range, and nothing outside of it.
                const auto part = matrices.multiply(
                    withTiles(scalar), format, q.view, { 64, std::max<std::int64_t>(64, rows - 1) });
                for (std::size_t i = 0; i < part.size(); ++i) {
                    const auto row = static_cast<std::int64_t>(i) % rows;
                    if (row < 64 || row >= rows - 1)
                        QCOMPARE(part[i], -77.0F);
                }
            }
        }
    }
    QVERIFY(EmulatedTiles::configured > 0);
}

void TileMatmul::hasTheBitsOfDotProducts()
{
    if (!cpuFeatures().avx512Vnni)
        QSKIP("needs the dot products that tiles take turns with");
    const KernelTable dots = table(Isa::Avx512Vnni);
    for (const auto& [rows, columns, tokens] : kShapes) {
        Random random(static_cast<std::uint32_t>(rows + columns));
        const Matrices matrices(rows, columns, random.floats(rows * columns));
        const auto x = random.floats(tokens * columns, -3, 3);
        for (const auto& [wide, block] : inputForms(columns, kColumnBlock)) {
            const Quantised q(dots, x, tokens, columns, wide, block);
            for (const int format : kTileFormats)
                QCOMPARE(matrices.multiply(withTiles(dots), format, q.view),
                    matrices.multiply(dots, format, q.view));
        }
    }
}

void TileMatmul::largestIntegersDoNotOverflow()
{
    const KernelTable scalar = table(Isa::Scalar);
    for (const float sign : { 1.0F, -1.0F }) {
        const Matrices matrices(64, 512, std::vector<float>(64 * 512, 1.0F));
        const std::vector<float> x(33 * 512, sign * 2);
        for (const auto& [wide, block] : inputForms(512, kColumnBlock)) {
            const Quantised q(scalar, x, 33, 512, wide, block);
            for (const int format : kTileFormats) {
                for (const float value : matrices.multiply(withTiles(scalar), format, q.view))
                    QVERIFY(std::abs(value - sign * 1024) <= 4); // bf16 scales
            }
        }
    }
}

void TileMatmul::comparisonRefusesWrongTiles()
{
    if (!cpuFeatures().avx512Vnni)
        QSKIP("needs the dot products that tiles take turns with");
    const MatmulInt8 dots = table(Isa::Avx512Vnni).matmulInt8;
    const auto costs = compareTiles(kTiles, dots);
    QVERIFY(costs.has_value());
    QVERIFY(costs->dots > 0 && costs->tiles > costs->dots); // plain C++ is not faster
    QVERIFY(!compareTiles(runWrong, dots).has_value());
}

void TileMatmul::tableWithTilesGivesTheSameBits()
{
    if (!cpuFeatures().avx512Vnni)
        QSKIP("needs the dot products that tiles take turns with");
    const KernelTable dots = table(Isa::Avx512Vnni);
    KernelTable table = dots;
    addTiles(table, kTiles, simd::tilePeak<EmulatedTiles>, true);
    QCOMPARE(table.isa, "amx");
    QCOMPARE(table.integerPeak(2), std::int64_t { 2 } * 4 * 16 * 16 * 64 * 2);
    Random random(7);
    const Matrices matrices(70, 300, random.floats(70 * 300));
    for (const std::int64_t tokens : { 1, 15, 16, 40 }) {
        const auto x = random.floats(tokens * 300);
        const Quantised q(dots, x, tokens, 300, false);
        for (int format = 0; format < int(std::size(kFormats)); ++format) {
            const int before = EmulatedTiles::configured;
            QCOMPARE(matrices.multiply(table, format, q.view), matrices.multiply(dots, format, q.view));
            const bool forTiles = tokens >= 16 && std::ranges::count(kTileFormats, format) == 1;
            QCOMPARE(EmulatedTiles::configured > before, forTiles);
        }
    }
}

void TileMatmul::slowTilesMakeWayForAWhile()
{
    TileChoice choice({ .tiles = 1, .dots = 2 });
    const auto run = [&choice](int products, std::uint64_t tileTicks, std::uint64_t dotTicks) {
        int byTiles = 0;
        for (int i = 0; i < products; ++i) {
            byTiles += choice.usesTiles();
            choice.ran(100, choice.usesTiles() ? tileTicks : dotTicks);
        }
        return byTiles;
    };
    QCOMPARE(run(1000, 100, 200), 1000);
    run(TileChoice::kTilesWindow, 300, 200); // slow: whatever of a window was left, the next one shows it
    QVERIFY(run(10 * (TileChoice::kTilesWindow + TileChoice::kDotsWindow), 300, 200)
        <= 11 * TileChoice::kTilesWindow);
    run(2 * TileChoice::kTilesWindow + TileChoice::kDotsWindow, 100,
        200); // fast again: noticed at the next try
    QCOMPARE(run(1000, 100, 200), 1000);
    // Everything slower, dot products more so: tiles are the better way still.
    run(2 * TileChoice::kTilesWindow + TileChoice::kDotsWindow, 300, 400);
    QCOMPARE(run(1000, 300, 400), 1000);
}

void TileMatmul::slowStartBeginsWithoutTiles()
{
    TileChoice choice({ .tiles = 3, .dots = 2 });
    for (int i = 0; i < TileChoice::kDotsWindow; ++i) {
        QVERIFY(!choice.usesTiles());
        choice.ran(100, 200);
    }
    QVERIFY(choice.usesTiles());
}

void TileMatmul::oneFastProductOfAWindowKeepsTheTiles()
{
    // Others that take the processor away make products slow, but hardly all of a window.
    TileChoice choice({ .tiles = 1, .dots = 2 });
    for (int i = 0; i < 20 * TileChoice::kTilesWindow; ++i) {
        QVERIFY(choice.usesTiles());
        choice.ran(100, i % TileChoice::kTilesWindow == 5 ? 100 : 9999);
    }
}

MORU_TEST(TileMatmul)
#include "matmul_tiles_test.moc"
