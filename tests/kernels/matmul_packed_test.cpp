#include "tests/kernels/kernel_inputs.h"
#include "tests/kernels/packed_inputs.h"
#include "tests/kernels/packed_tables.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <cstring>

class PackedMatmul final : public QObject {
    Q_OBJECT
private slots:
    void quantisedActivationsAreThoseOfScalar_data() { moru::test::addPackedRows(); }
    void quantisedActivationsAreThoseOfScalar();
    void quantisedActivationsAreClose();
    void agreesWithScalarOverAllTails_data() { moru::test::addPackedRows(); }
    void agreesWithScalarOverAllTails();
    void isTheProductWithTheDequantisedRows();
    void tokenDoesNotDependOnItsCompany_data() { moru::test::addPackedRows(); }
    void tokenDoesNotDependOnItsCompany();
    void wideActivationsLeaveOnlyTheWeightsRounding_data() { moru::test::addPackedRows(); }
    void wideActivationsLeaveOnlyTheWeightsRounding();
    void smallBlocksKeepWhatIsFarFromAnOutlier();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::test;

} // namespace

void PackedMatmul::quantisedActivationsAreThoseOfScalar()
{
    MORU_PACKED_KERNELS(fast);
    for (std::int64_t columns = 1; columns <= 300; columns += 1 + columns / 20) {
        Random random(static_cast<std::uint32_t>(columns));
        auto x = random.floats(5 * columns, -20, 20);
        std::fill_n(x.begin(), columns, 0.0F); // a token of zeros
        for (std::int64_t k = 0; k < columns; ++k) {
            x[static_cast<std::size_t>(3 * columns + k)] *= 1e-39F; // one of denormal numbers
            x[static_cast<std::size_t>(4 * columns + k)] *= 1e-36F; // one whose scale would be denormal
        }
        for (const auto& [wide, block] : inputForms(columns)) {
            const Quantised actual(fast, x, 5, columns, wide, block);
            const Quantised expected(table(Isa::Scalar), x, 5, columns, wide, block);
            QCOMPARE(actual.high, expected.high);
            QCOMPARE(actual.low, expected.low);
            QCOMPARE(actual.scales, expected.scales);
            QCOMPARE(actual.sums, expected.sums);
            QCOMPARE(actual.runningSums, expected.runningSums);
        }
    }
}

void PackedMatmul::quantisedActivationsAreClose()
{
    Random random(1);
    const auto x = random.floats(200, -5, 5);
    for (const auto& [wide, block] : inputForms(200)) {
        const Quantised q(table(Isa::Scalar), x, 1, 200, wide, block);
        std::int32_t running = 0;
        for (std::size_t group = 0; group < 8; ++group) {
            std::int32_t sum = 0;
            for (std::size_t k = group * 32; k < group * 32 + 32; ++k) {
                const int integer = wide ? 256 * q.high[k] + q.low[k] : q.high[k];
                sum += integer;
                const float exact = k < 200 ? x[k] : 0;
                const float scale = q.scales[k / 32];
                QVERIFY(std::abs(scale * static_cast<float>(integer) - exact) <= 0.502F * scale);
            }
            QCOMPARE(q.sums[group], sum);
            running += sum;
            if (group % 4 == 3)
                QCOMPARE(q.runningSums[group / 4], running);
        }
    }
}

void PackedMatmul::agreesWithScalarOverAllTails()
{
    MORU_PACKED_KERNELS(fast);
    const KernelTable scalar = table(Isa::Scalar);
    for (const auto& [rows, columns, tokens] : { std::array<std::int64_t, 3> { 1, 1, 1 }, { 63, 31, 2 },
             { 64, 128, 3 }, { 65, 130, 7 }, { 130, 300, 1 }, { 257, 128, 1 }, { 650, 1100, 1 },
             { 128, 260, 70 }, { 20, 1000, 13 }, { 66, 700, 8 } }) {
        Random random(static_cast<std::uint32_t>(rows + columns));
        const Matrices matrices(rows, columns, random.floats(rows * columns));
        const auto x = random.floats(tokens * columns, -3, 3);
        for (const auto& [wide, block] : inputForms(columns)) {
            const Quantised q(scalar, x, tokens, columns, wide, block);
            for (int format = 0; format < int(std::size(kFormats)); ++format) {
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

void PackedMatmul::isTheProductWithTheDequantisedRows()
{
    // What scalar defines and what dequantising says are the same matrix.
    Random random(11);
    const std::int64_t rows = 70;
    const std::int64_t columns = 290;
    const Matrices matrices(rows, columns, random.floats(rows * columns, -0.3F, 1));
    const auto x = random.floats(columns, -3, 5);
    const Quantised q(table(Isa::Scalar), x, 1, columns, true);
    std::vector<float> row(static_cast<std::size_t>(columns));
    for (int format = 0; format < int(std::size(kFormats)); ++format) {
        const auto output = matrices.multiply(table(Isa::Scalar), format, q.view);
        for (std::int64_t r = 0; r < rows; ++r) {
            matrices.dequantiseRow(format, r, row);
            double exact = 0;
            for (std::size_t k = 0; k < row.size(); ++k)
                exact += static_cast<double>(row[k]) * static_cast<double>(x[k]);
            const double error = std::abs(exact - static_cast<double>(output[static_cast<std::size_t>(r)]));
            QVERIFY2(error < 0.01, qPrintable(QString("format %1: %2").arg(format).arg(error)));
        }
    }
}

void PackedMatmul::tokenDoesNotDependOnItsCompany()
{
    MORU_PACKED_KERNELS(fast);
    Random random(2);
    const Matrices matrices(70, 390, random.floats(70 * 390));
    const auto x = random.floats(23 * 390);
    for (const auto& [wide, block] : inputForms(390)) {
        const Quantised all(fast, x, 23, 390, wide, block);
        for (int format = 0; format < int(std::size(kFormats)); ++format) {
            const auto together = matrices.multiply(fast, format, all.view);
            for (const std::int64_t t : { 0, 5, 6, 22 }) {
                const std::vector<float> one(x.begin() + t * 390, x.begin() + (t + 1) * 390);
                const Quantised alone(fast, one, 1, 390, wide, block);
                const auto output = matrices.multiply(fast, format, alone.view);
                QVERIFY(std::memcmp(output.data(), together.data() + t * 70, 70 * sizeof(float)) == 0);
            }
        }
    }
}

void PackedMatmul::wideActivationsLeaveOnlyTheWeightsRounding()
{
    MORU_PACKED_KERNELS(fast);
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
            matrices.dequantiseRow(0, r, row);
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

void PackedMatmul::smallBlocksKeepWhatIsFarFromAnOutlier()
{
    Random random(4);
    const std::int64_t columns = 256;
    auto x = random.floats(columns);
    x[17] = 60;
    const auto errorOf = [&](std::int64_t block) {
        const Quantised q(table(Isa::Scalar), x, 1, columns, false, block);
        double error = 0;
        for (std::size_t k = 32; k < 128; ++k)
            error += std::abs(static_cast<double>(q.scales[k / 32] * static_cast<float>(q.high[k]) - x[k]));
        return error;
    };
    QVERIFY2(errorOf(32) < errorOf(128) / 20, qPrintable(QString::number(errorOf(32))));
}

MORU_TEST(PackedMatmul)
#include "matmul_packed_test.moc"
