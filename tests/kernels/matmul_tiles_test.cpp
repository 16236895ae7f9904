#include "engine/kernels/simd/matmul_tiles.h"

#include "tests/kernels/emulated_tiles.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/kernels/packed_inputs.h"
#include "tests/kernels/packed_tables.h"
#include "tests/support/test_main.h"

#include <array>
#include <cstring>

// All of the kernel for matrix tiles but the instructions themselves, which stand behind a wrapper of one
// line each: no processor with tiles is needed. Where there is one, it has to give the same.

class TileMatmul final : public QObject {
    Q_OBJECT
private slots:
    void agreesWithScalarOverAllTails_data() { addTileRows(); }
    void agreesWithScalarOverAllTails();
    void hasTheBitsOfDotProducts_data() { addTileRows(); }
    void hasTheBitsOfDotProducts();
    void largestIntegersDoNotOverflow_data() { addTileRows(); }
    void largestIntegersDoNotOverflow();

private:
    static void addTileRows();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::test;

constexpr MatmulInt8 kTiles = simd::matmulInt8ByTiles<EmulatedTiles, EmulatedIntVector>;

KernelTable withTiles(KernelTable table, bool isReal)
{
    table.matmulInt8 = isReal ? realTiles() : kTiles;
    return table;
}

/// Formats that tiles are for: INT8 in groups of a multiple of 128.
constexpr int kTileFormats[] = { 0, 2 };

constexpr std::array<std::int64_t, 3> kShapes[]
    = { { 1, 1, 1 }, { 32, 128, 16 }, { 33, 127, 17 }, { 64, 256, 32 }, { 65, 130, 33 }, { 130, 300, 15 },
          { 128, 260, 70 }, { 97, 513, 49 }, { 40, 1000, 21 }, { 66, 700, 32 } };

} // namespace

/// Whether the row is of the processor's own tiles; skips, aloud, where it has none.
#define MORU_TILES(isReal)                                                                                   \
    QFETCH(const bool, isReal);                                                                              \
    if (isReal && !cpuFeatures().supports(Isa::Amx))                                                         \
        QSKIP("this processor has no tiles");                                                                \
    static_assert(true)

void TileMatmul::addTileRows()
{
    QTest::addColumn<bool>("isReal");
    QTest::newRow("emulated") << false;
    QTest::newRow("amx") << true;
}

void TileMatmul::agreesWithScalarOverAllTails()
{
    MORU_TILES(isReal);
    const KernelTable scalar = table(Isa::Scalar);
    for (const auto& [rows, columns, tokens] : kShapes) {
        Random random(static_cast<std::uint32_t>(rows + columns));
        const Matrices matrices(rows, columns, random.floats(rows * columns));
        const auto x = random.floats(tokens * columns, -3, 3);
        for (const auto& [wide, block] : inputForms(columns, kColumnBlock)) {
            const Quantised q(scalar, x, tokens, columns, wide, block);
            for (const int format : kTileFormats) {
                MORU_WITHIN(matrices.multiply(withTiles(scalar, isReal), format, q.view),
                    matrices.multiply(scalar, format, q.view), matrices.bounds(x, tokens));
                // Whole panels of a range, and nothing outside of it.
                const auto part = matrices.multiply(
                    withTiles(scalar, isReal), format, q.view, { 64, std::max<std::int64_t>(64, rows - 1) });
                for (std::size_t i = 0; i < part.size(); ++i) {
                    const auto row = static_cast<std::int64_t>(i) % rows;
                    if (row < 64 || row >= rows - 1)
                        QCOMPARE(part[i], -77.0F);
                }
            }
        }
    }
    QVERIFY(isReal || EmulatedTiles::configured > 0);
}

void TileMatmul::hasTheBitsOfDotProducts()
{
    MORU_TILES(isReal);
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
                QCOMPARE(matrices.multiply(withTiles(dots, isReal), format, q.view),
                    matrices.multiply(dots, format, q.view));
        }
    }
    // Every filling of the tiles' lines, and of a second pair.
    Random random(5);
    const Matrices matrices(33, 128, random.floats(33 * 128));
    for (std::int64_t tokens = 1; tokens <= 40; ++tokens) {
        const auto x = random.floats(tokens * 128, -3, 3);
        for (const bool wide : { false, true }) {
            const Quantised q(dots, x, tokens, 128, wide);
            QCOMPARE(
                matrices.multiply(withTiles(dots, isReal), 0, q.view), matrices.multiply(dots, 0, q.view));
        }
    }
}

void TileMatmul::largestIntegersDoNotOverflow()
{
    MORU_TILES(isReal);
    const KernelTable scalar = table(Isa::Scalar);
    for (const float sign : { 1.0F, -1.0F }) {
        const Matrices matrices(64, 512, std::vector<float>(64 * 512, 1.0F));
        const std::vector<float> x(33 * 512, sign * 2);
        for (const auto& [wide, block] : inputForms(512, kColumnBlock)) {
            const Quantised q(scalar, x, 33, 512, wide, block);
            for (const int format : kTileFormats) {
                for (const float value : matrices.multiply(withTiles(scalar, isReal), format, q.view))
                    QVERIFY(std::abs(value - sign * 1024) <= 4); // bf16 scales
            }
        }
    }
}

MORU_TEST(TileMatmul)
#include "matmul_tiles_test.moc"
