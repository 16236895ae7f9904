#include "engine/kernels/tiled_products.h"

#include "engine/kernels/avx512vnni/kernels.h"
#include "engine/kernels/dispatch.h"
#include "engine/kernels/simd/matmul_tiles.h"
#include "tests/kernels/emulated_tiles.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/kernels/packed_inputs.h"
#include "tests/support/test_main.h"

#include <algorithm>

// When products are done by tiles and when by dot products: with tiles in plain C++, which are right and
// slow.

class TileUse final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void comparisonRefusesWrongTiles();
    void comparisonLetsThisProcessorsTilesThrough();
    void wrongTilesAreAnErrorWhereForced();
    void tableWithTilesGivesTheSameBits();
    void slowTilesAreNotUsedUnlessForced();
    void tablesKeepTheirOwnTiles();
};

class TileTurns final : public QObject {
    Q_OBJECT
private slots:
    void slowTilesMakeWayForAWhile();
    void slowStartBeginsWithoutTiles();
    void oneFastProductOfAWindowKeepsTheTiles();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::test;

constexpr MatmulInt8 kTiles = simd::matmulInt8ByTiles<EmulatedTiles, EmulatedIntVector>;
constexpr MatmulInt8 kDots = avx512vnni::matmulInt8;
constexpr IntegerPeak kPeak = simd::tilePeak<EmulatedTiles>;

/// Formats that tiles are for: INT8 in groups of a multiple of 128.
constexpr int kTileFormats[] = { 0, 2 };

int counted = 0;

void runWrong(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    kTiles(x, weight, rows, y);
    y.data[y.stride * (x.tokens - 1) + rows.begin + 3] += 0.001F;
}

void runCounted(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    ++counted;
    kTiles(x, weight, rows, y);
}

/// A matrix that tiles are for, and as many tokens.
struct Product {
    Random random { 7 };
    Matrices matrices { 70, 300, random.floats(70 * 300) };
    Quantised x { table(Isa::Scalar), random.floats(40 * 300), 40, 300, false };

    [[nodiscard]] std::vector<float> of(const KernelTable& table) const
    {
        return matrices.multiply(table, kTileFormats[0], x.view);
    }
};

} // namespace

void TileUse::initTestCase()
{
    if (!cpuFeatures().avx512Vnni)
        QSKIP("needs the dot products that tiles take turns with");
}

void TileUse::comparisonRefusesWrongTiles()
{
    const auto costs = compareTiles(kTiles, kDots);
    QVERIFY(costs.has_value());
    QVERIFY(costs->dots > 0 && costs->tiles > costs->dots); // plain C++ is not faster
    QVERIFY(!compareTiles(runWrong, kDots).has_value());
}

void TileUse::comparisonLetsThisProcessorsTilesThrough()
{
    if (!cpuFeatures().supports(Isa::Amx))
        QSKIP("this processor has no tiles");
    for (const bool isForced : { true, false }) {
        const auto table = kernelsFor(Isa::Amx, isForced);
        QVERIFY(table.has_value());
        QCOMPARE(table->isa, "amx");
        const Product product;
        QCOMPARE(product.of(*table), product.of(test::table(Isa::Avx512Vnni)));
    }
}

void TileUse::wrongTilesAreAnErrorWhereForced()
{
    KernelTable table = test::table(Isa::Avx512Vnni);
    const auto forced = addTiles<runWrong, kDots>(table, kPeak, true);
    QVERIFY(!forced && forced.error().code == ErrorCode::UnsupportedIsa);
    QCOMPARE(forced.error().where, std::string("MORU_ISA"));
    // Nobody named them: dot products under their own name.
    QVERIFY((addTiles<runWrong, kDots>(table, kPeak, false)).has_value());
    QCOMPARE(table.isa, "avx512");
    QVERIFY(table.matmulInt8 == kDots);
    QVERIFY(table.integerPeak == test::table(Isa::Avx512Vnni).integerPeak);
}

void TileUse::tableWithTilesGivesTheSameBits()
{
    const KernelTable dots = table(Isa::Avx512Vnni);
    KernelTable table = dots;
    QVERIFY((addTiles<kTiles, kDots>(table, kPeak, true)).has_value());
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

void TileUse::slowTilesAreNotUsedUnlessForced()
{
    const KernelTable dots = table(Isa::Avx512Vnni);
    const Product product;
    for (const bool isForced : { false, true, false }) {
        KernelTable table = dots;
        QVERIFY((addTiles<kTiles, kDots>(table, kPeak, isForced)).has_value());
        const int before = EmulatedTiles::configured;
        QCOMPARE(product.of(table), product.of(dots));
        QCOMPARE(EmulatedTiles::configured > before, isForced);
    }
}

void TileUse::tablesKeepTheirOwnTiles()
{
    KernelTable first = table(Isa::Avx512Vnni);
    KernelTable second = first;
    QVERIFY((addTiles<kTiles, kDots>(first, kPeak, true)).has_value());
    QVERIFY((addTiles<runCounted, kDots>(second, kPeak, true)).has_value());
    const Product product;
    counted = 0;
    QCOMPARE(product.of(first), product.of(second));
    QCOMPARE(counted, 1);
    QCOMPARE(product.of(first), product.of(first));
    QCOMPARE(counted, 1);
}

MORU_TEST(TileUse)

void TileTurns::slowTilesMakeWayForAWhile()
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

void TileTurns::slowStartBeginsWithoutTiles()
{
    TileChoice choice({ .tiles = 3, .dots = 2 });
    for (int i = 0; i < TileChoice::kDotsWindow; ++i) {
        QVERIFY(!choice.usesTiles());
        choice.ran(100, 200);
    }
    QVERIFY(choice.usesTiles());
}

void TileTurns::oneFastProductOfAWindowKeepsTheTiles()
{
    // Others that take the processor away make products slow, but hardly all of a window.
    TileChoice choice({ .tiles = 1, .dots = 2 });
    for (int i = 0; i < 20 * TileChoice::kTilesWindow; ++i) {
        QVERIFY(choice.usesTiles());
        choice.ran(100, i % TileChoice::kTilesWindow == 5 ? 100 : 9999);
    }
}

MORU_TEST(TileTurns)
#include "tile_choice_test.moc"
