#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <cstring>

class PackedMatmul final : public QObject {
    Q_OBJECT
private slots:
    void quantisedActivationsAreThoseOfScalar_data() { addSets(); }
    void quantisedActivationsAreThoseOfScalar();
    void quantisedActivationsAreClose();
    void agreesWithScalarOverAllTails_data() { addSets(); }
    void agreesWithScalarOverAllTails();
    void largestIntegersDoNotOverflow_data() { addSets(); }
    void largestIntegersDoNotOverflow();
    void tokenDoesNotDependOnItsCompany_data() { addSets(); }
    void tokenDoesNotDependOnItsCompany();
    void wideActivationsLeaveOnlyTheWeightsRounding_data() { addSets(); }
    void wideActivationsLeaveOnlyTheWeightsRounding();

private:
    static void addSets();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using test::Random;

/// The kernel sets one by one: on a processor with dot product instructions the table hides the set that
/// works without them.
KernelTable tableOf(const QString& set)
{
    KernelTable table;
    installScalarKernels(table);
    if (set == "avx2")
        installAvx2Kernels(table);
    if (set == "avxvnni")
        installAvxVnniKernels(table);
    if (set == "avx512vnni")
        installAvx512VnniKernels(table);
    if (set == "avx512")
        installAvx512Kernels(table);
    return table;
}

struct Quantised {
    std::vector<std::int8_t> high, low;
    std::vector<float> scales;
    std::vector<std::int32_t> sums;
    QuantisedActivations view;

    Quantised(const KernelTable& table, const std::vector<float>& x, std::int64_t tokens,
        std::int64_t columns, bool wide)
    {
        const std::int64_t padded = paddedColumns(columns);
        high.assign(static_cast<std::size_t>(tokens * padded), 99);
        low.assign(wide ? high.size() : 0, 99);
        scales.assign(high.size() / 128, -1);
        sums.assign(high.size() / 32, -1);
        table.quantiseActivations({ x.data(), columns, tokens }, columns,
            { high.data(), wide ? low.data() : nullptr, scales.data(), sums.data(), padded });
        view = { high.data(), wide ? low.data() : nullptr, scales.data(), sums.data(), tokens, padded };
    }
};

struct Matrices {
    std::int64_t rows, columns;
    std::vector<float> weights;
    std::vector<std::uint8_t> int8, int8WholeRow, int4;

    Matrices(std::int64_t rowCount, std::int64_t columnCount, std::vector<float> values)
        : rows(rowCount)
        , columns(columnCount)
        , weights(std::move(values))
    {
        for (std::int64_t first = 0; first < rows; first += kPanelRows) {
            const std::int64_t count = std::min(kPanelRows, rows - first);
            const std::span part(weights.data() + first * columns, static_cast<std::size_t>(count * columns));
            const auto grow = [](std::vector<std::uint8_t>& bytes, std::int64_t panelBytes) {
                bytes.resize(bytes.size() + static_cast<std::size_t>(panelBytes));
                return std::span(bytes).last(static_cast<std::size_t>(panelBytes));
            };
            quantiseInt8Panel(part, count, columns, 128, grow(int8, int8PanelBytes(columns, 128)));
            const std::int64_t all = paddedColumns(columns);
            quantiseInt8Panel(part, count, columns, all, grow(int8WholeRow, int8PanelBytes(columns, all)));
            quantiseInt4Panel(part, count, columns, grow(int4, int4PanelBytes(columns)));
        }
    }
    static constexpr int kFormats = 3;

    [[nodiscard]] std::vector<float> multiply(
        const KernelTable& table, int format, const QuantisedActivations& x, Range range) const
    {
        std::vector<float> output(static_cast<std::size_t>(x.tokens * rows), -77);
        if (format == 0)
            table.matmulInt8(x, { int8.data(), rows, columns, 128 }, range, { output.data(), rows });
        else if (format == 1)
            table.matmulInt8(x, { int8WholeRow.data(), rows, columns, paddedColumns(columns) }, range,
                { output.data(), rows });
        else
            table.matmulInt4(x, { int4.data(), rows, columns }, range, { output.data(), rows });
        return output;
    }
    [[nodiscard]] std::vector<float> multiply(
        const KernelTable& table, int format, const QuantisedActivations& x) const
    {
        return multiply(table, format, x, { 0, rows });
    }

    /// Integers are exact; each block rounds its scale, its product and its addition, of parts of Σ |x · w|.
    [[nodiscard]] std::vector<double> bounds(const std::vector<float>& x, std::int64_t tokens) const
    {
        std::vector<double> bounds;
        for (std::int64_t t = 0; t < tokens; ++t) {
            for (std::int64_t r = 0; r < rows; ++r) {
                double sum = 0;
                for (std::int64_t k = 0; k < columns; ++k) {
                    sum += std::abs(static_cast<double>(x[static_cast<std::size_t>(t * columns + k)])
                        * static_cast<double>(weights[static_cast<std::size_t>(r * columns + k)]));
                }
                bounds.push_back(1.3 * sum * (4 + static_cast<double>(columns / 32)) * 0x1p-24 + 1e-37);
            }
        }
        return bounds;
    }
};

} // namespace

void PackedMatmul::addSets()
{
    QTest::addColumn<QString>("set");
    if (cpuFeatures().avx2)
        QTest::newRow("avx2") << "avx2";
    if (cpuFeatures().avxVnni)
        QTest::newRow("avxvnni") << "avxvnni";
    if (cpuFeatures().avx512)
        QTest::newRow("avx512") << "avx512";
    if (cpuFeatures().avx512Vnni)
        QTest::newRow("avx512vnni") << "avx512vnni";
    QTest::newRow("scalar") << "scalar";
}

void PackedMatmul::quantisedActivationsAreThoseOfScalar()
{
    QFETCH(const QString, set);
    for (std::int64_t columns = 1; columns <= 300; columns += 1 + columns / 20) {
        Random random(static_cast<std::uint32_t>(columns));
        auto x = random.floats(3 * columns, -20, 20);
        std::fill_n(x.begin(), columns, 0.0F); // a token of zeros
        for (const bool wide : { false, true }) {
            const Quantised actual(tableOf(set), x, 3, columns, wide);
            const Quantised expected(tableOf("scalar"), x, 3, columns, wide);
            QCOMPARE(actual.high, expected.high);
            QCOMPARE(actual.low, expected.low);
            QCOMPARE(actual.scales, expected.scales);
            QCOMPARE(actual.sums, expected.sums);
        }
    }
}

void PackedMatmul::quantisedActivationsAreClose()
{
    Random random(1);
    const auto x = random.floats(200, -5, 5);
    for (const bool wide : { false, true }) {
        const Quantised q(tableOf("scalar"), x, 1, 200, wide);
        for (std::size_t block = 0; block < 8; ++block) {
            std::int32_t sum = 0;
            for (std::size_t k = block * 32; k < block * 32 + 32; ++k) {
                const int integer = wide ? 256 * q.high[k] + q.low[k] : q.high[k];
                sum += integer;
                const float exact = k < 200 ? x[k] : 0;
                const float scale = q.scales[k / 128];
                QVERIFY(std::abs(scale * static_cast<float>(integer) - exact) <= 0.502F * scale);
            }
            QCOMPARE(q.sums[block], sum);
        }
    }
}

void PackedMatmul::agreesWithScalarOverAllTails()
{
    QFETCH(const QString, set);
    const KernelTable fast = tableOf(set);
    const KernelTable scalar = tableOf("scalar");
    for (const auto& [rows, columns, tokens] : { std::array<std::int64_t, 3> { 1, 1, 1 }, { 63, 31, 2 },
             { 64, 128, 3 }, { 65, 130, 7 }, { 130, 300, 1 }, { 128, 260, 70 }, { 20, 1000, 13 } }) {
        Random random(static_cast<std::uint32_t>(rows + columns));
        const Matrices matrices(rows, columns, random.floats(rows * columns));
        const auto x = random.floats(tokens * columns, -3, 3);
        for (const bool wide : { false, true }) {
            const Quantised q(scalar, x, tokens, columns, wide);
            for (int format = 0; format < Matrices::kFormats; ++format) {
                MORU_WITHIN(matrices.multiply(fast, format, q.view),
                    matrices.multiply(scalar, format, q.view), matrices.bounds(x, tokens));
                // Whole panels of a range, and nothing outside of it.
                const auto part
                    = matrices.multiply(fast, format, q.view, { 64, std::max<std::int64_t>(64, rows - 1) });
                for (std::size_t i = 0; i < part.size(); ++i) {
                    const auto row = static_cast<std::int64_t>(i) % rows;
                    if (row < 64 || row >= rows - 1)
                        QCOMPARE(part[i], -77.0F);
                }
            }
        }
    }
}

void PackedMatmul::largestIntegersDoNotOverflow()
{
    QFETCH(const QString, set);
    const KernelTable fast = tableOf(set);
    for (const float sign : { 1.0F, -1.0F }) {
        const Matrices matrices(64, 512, std::vector<float>(64 * 512, 1.0F));
        const std::vector<float> x(7 * 512, sign * 2);
        for (const bool wide : { false, true }) {
            const Quantised q(tableOf("scalar"), x, 7, 512, wide);
            for (int format = 0; format < Matrices::kFormats; ++format) {
                for (const float value : matrices.multiply(fast, format, q.view))
                    QVERIFY2(std::abs(value - sign * 1024) <= 2,
                        qPrintable(QString::number(static_cast<double>(value))));
            }
        }
    }
}

void PackedMatmul::tokenDoesNotDependOnItsCompany()
{
    QFETCH(const QString, set);
    const KernelTable fast = tableOf(set);
    Random random(2);
    const Matrices matrices(70, 390, random.floats(70 * 390));
    const auto x = random.floats(23 * 390);
    for (const bool wide : { false, true }) {
        const Quantised all(fast, x, 23, 390, wide);
        for (int format = 0; format < Matrices::kFormats; ++format) {
            const auto together = matrices.multiply(fast, format, all.view);
            for (const std::int64_t t : { 0, 5, 6, 22 }) {
                const std::vector<float> one(x.begin() + t * 390, x.begin() + (t + 1) * 390);
                const Quantised alone(fast, one, 1, 390, wide);
                const auto output = matrices.multiply(fast, format, alone.view);
                QVERIFY(std::memcmp(output.data(), together.data() + t * 70, 70 * sizeof(float)) == 0);
            }
        }
    }
}

void PackedMatmul::wideActivationsLeaveOnlyTheWeightsRounding()
{
    QFETCH(const QString, set);
    const KernelTable fast = tableOf(set);
    Random random(3);
    const std::int64_t columns = 1000;
    const Matrices matrices(64, columns, random.floats(64 * columns));
    auto x = random.floats(columns);
    x[17] = 60; // an outlier: with eight bits it drowns its block
    const auto errorOf = [&](bool wide) {
        const Quantised q(fast, x, 1, columns, wide);
        const auto output = matrices.multiply(fast, 0, q.view);
        std::vector<float> row(static_cast<std::size_t>(columns));
        double error = 0;
        for (std::int64_t r = 0; r < 64; ++r) {
            dequantiseInt8Row({ matrices.int8.data(), 64, columns, 128 }, r, row);
            double exact = 0;
            for (std::size_t k = 0; k < row.size(); ++k)
                exact += static_cast<double>(row[k]) * static_cast<double>(x[k]);
            error
                = std::max(error, std::abs(exact - static_cast<double>(output[static_cast<std::size_t>(r)])));
        }
        return error;
    };
    QVERIFY2(errorOf(true) < 0.02, qPrintable(QString::number(errorOf(true))));
    QVERIFY2(errorOf(false) > 20 * errorOf(true), qPrintable(QString::number(errorOf(false))));
}

MORU_TEST(PackedMatmul)
#include "matmul_packed_test.moc"
