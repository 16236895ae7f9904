#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

class PackedMatrix final : public QObject {
    Q_OBJECT
private slots:
    void int8ComesBackWithinTwoSteps_data();
    void int8ComesBackWithinTwoSteps();
    void int4ComesBackWithinTwoSteps_data() { int8ComesBackWithinTwoSteps_data(); }
    void int4ComesBackWithinTwoSteps();
    void int8LayoutIsTheOneDrawn();
    void int4LayoutIsTheOneDrawn();
    void zerosStayZeros();
    void tinyAndLargeNumbersStayInRange();
    void int4TakesTheBetterScale();
    void int4FindsSixteenEqualSteps();
    void importantColumnsErrLess();
};

namespace {

using namespace moru;

std::vector<float> randomWeights(std::int64_t count, unsigned seed, float size = 1)
{
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal(0, size);
    std::vector<float> weights(static_cast<std::size_t>(count));
    for (float& weight : weights)
        weight = normal(engine);
    return weights;
}

std::vector<std::uint8_t> packInt8(
    const std::vector<float>& weights, std::int64_t rows, std::int64_t columns, std::int64_t groupSize)
{
    const std::int64_t panelBytes = int8PanelBytes(columns, groupSize);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(panelCount(rows) * panelBytes));
    for (std::int64_t panel = 0; panel < panelCount(rows); ++panel) {
        const std::int64_t count = std::min(kPanelRows, rows - panel * kPanelRows);
        const auto first = static_cast<std::size_t>(panel * kPanelRows * columns);
        quantiseInt8Panel(std::span(weights).subspan(first, static_cast<std::size_t>(count * columns)), count,
            columns, groupSize,
            std::span(bytes).subspan(
                static_cast<std::size_t>(panel * panelBytes), static_cast<std::size_t>(panelBytes)));
    }
    return bytes;
}

std::vector<std::uint8_t> packInt4(const std::vector<float>& weights, std::int64_t rows, std::int64_t columns,
    const float* columnWeights = nullptr)
{
    const std::int64_t panelBytes = int4PanelBytes(columns);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(panelCount(rows) * panelBytes));
    for (std::int64_t panel = 0; panel < panelCount(rows); ++panel) {
        const std::int64_t count = std::min(kPanelRows, rows - panel * kPanelRows);
        const auto first = static_cast<std::size_t>(panel * kPanelRows * columns);
        quantiseInt4Panel(std::span(weights).subspan(first, static_cast<std::size_t>(count * columns)), count,
            columns,
            std::span(bytes).subspan(
                static_cast<std::size_t>(panel * panelBytes), static_cast<std::size_t>(panelBytes)),
            columnWeights);
    }
    return bytes;
}

/// Σ (weight − what comes back)² over 64 rows of 256.
double int4Error(const std::vector<float>& weights)
{
    const auto bytes = packInt4(weights, 64, 256);
    std::vector<float> row(256);
    double error = 0;
    for (std::int64_t r = 0; r < 64; ++r) {
        dequantiseInt4Row({ bytes.data(), 64, 256 }, r, row);
        for (std::size_t k = 0; k < 256; ++k)
            error
                += std::pow(static_cast<double>(row[k] - weights[static_cast<std::size_t>(r) * 256 + k]), 2);
    }
    return error;
}

float largestMagnitude(const float* values, std::int64_t count)
{
    float largest = 0;
    for (std::int64_t i = 0; i < count; ++i)
        largest = std::max(largest, std::abs(values[i]));
    return largest;
}

} // namespace

void PackedMatrix::int8ComesBackWithinTwoSteps_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    for (const auto& [rows, columns] :
        { std::pair { 1, 1 }, { 5, 31 }, { 64, 128 }, { 65, 129 }, { 130, 300 } })
        QTest::addRow("%d × %d", rows, columns) << rows << columns;
}

void PackedMatrix::int8ComesBackWithinTwoSteps()
{
    QFETCH(const int, rows);
    QFETCH(const int, columns);
    const auto weights = randomWeights(rows * columns, 1);
    for (const std::int64_t groupSize :
        { std::int64_t { 32 }, std::int64_t { 128 }, paddedColumns(columns) }) {
        const auto bytes = packInt8(weights, rows, columns, groupSize);
        const PackedInt8 matrix { bytes.data(), rows, columns, groupSize };
        std::vector<float> row(static_cast<std::size_t>(columns));
        for (int r = 0; r < rows; ++r) {
            dequantiseInt8Row(matrix, r, row);
            for (int k = 0; k < columns; ++k) {
                const std::int64_t start = k / groupSize * groupSize;
                const float step = largestMagnitude(&weights[static_cast<std::size_t>(r * columns + start)],
                                       std::min(groupSize, columns - start))
                    / 127;
                const float error = std::abs(
                    row[static_cast<std::size_t>(k)] - weights[static_cast<std::size_t>(r * columns + k)]);
                // A narrower step may serve all others better than it hurts the largest weight, which is cut:
                // 127 steps that are up to 1.5/128 narrower.
                QVERIFY(error <= 2 * step);
            }
        }
    }
}

void PackedMatrix::int4ComesBackWithinTwoSteps()
{
    QFETCH(const int, rows);
    QFETCH(const int, columns);
    const auto weights = randomWeights(rows * columns, 2);
    const auto bytes = packInt4(weights, rows, columns);
    std::vector<float> row(static_cast<std::size_t>(columns));
    for (int r = 0; r < rows; ++r) {
        dequantiseInt4Row({ bytes.data(), rows, columns }, r, row);
        for (int k = 0; k < columns; ++k) {
            const int start = k / 32 * 32;
            // Scales reach from a ninth to a seventh of the largest magnitude: half a step inside, and
            // what lies beyond the last step is at most one and a half of them.
            const float step = largestMagnitude(&weights[static_cast<std::size_t>(r * columns + start)],
                                   std::min(32, columns - start))
                / 7;
            const float error = std::abs(
                row[static_cast<std::size_t>(k)] - weights[static_cast<std::size_t>(r * columns + k)]);
            QVERIFY(error <= 1.52F * step);
        }
    }
}

void PackedMatrix::int8LayoutIsTheOneDrawn()
{
    std::vector<float> weights(70 * 130);
    weights[66 * 130 + 129] = 127; // row 66 is row 2 of panel 1, column 129 is k 1 of group 1
    weights[66 * 130 + 128] = -64;
    const auto bytes = packInt8(weights, 70, 130, 128);
    const std::uint8_t* group = bytes.data() + int8PanelBytes(130, 128) + (128 + 32 * 256);
    QCOMPARE(int8PanelBytes(130, 128), 2 * (128 + 32 * 256));
    std::uint16_t scale = 0;
    std::memcpy(&scale, group + 2 * 2, 2);
    QCOMPARE(int(scale), 0x3F80); // 1 as bf16
    QCOMPARE(int(group[128 + 2 * 4 + 1]), 128 + 127);
    QCOMPARE(int(group[128 + 2 * 4]), 128 - 64);
    QCOMPARE(int(group[128 + 3 * 4]), 128);

    const auto small = packInt8(weights, 70, 130, 32);
    group = small.data() + int8PanelBytes(130, 32) + 4 * (128 + 8 * 256); // group 4 begins at column 128
    QCOMPARE(int8PanelBytes(130, 32), 8 * (128 + 8 * 256));
    QCOMPARE(int(group[128 + 2 * 4 + 1]), 128 + 127);
}

void PackedMatrix::int4LayoutIsTheOneDrawn()
{
    std::vector<float> weights(3 * 64);
    weights[1 * 64 + 32 + 6] = -8; // quad 1 of group 1: a high nibble; maps to −8 with scale 1
    weights[1 * 64 + 32 + 2] = 7; // quad 0: a low nibble; 16 steps from −8 to 7
    const auto packed = packInt4(weights, 3, 64);
    const std::uint8_t* group = packed.data() + (128 + 64 + 4 * 256);
    std::uint16_t scale = 0;
    std::memcpy(&scale, group + 1 * 2, 2);
    QCOMPARE(int(scale), 0x3F80); // 1 as bf16
    QCOMPARE(int(group[128 + 1]), 8 * 16);
    QCOMPARE(group[128 + 64 + 1 * 4 + 2] >> 4, 0);
    QCOMPARE(group[128 + 64 + 1 * 4 + 2] & 15, 15);
}

void PackedMatrix::zerosStayZeros()
{
    const std::vector<float> weights(64 * 96);
    const auto int8 = packInt8(weights, 64, 96, 128);
    std::vector<float> row(96);
    dequantiseInt8Row({ int8.data(), 64, 96, 128 }, 63, row);
    QVERIFY(std::ranges::all_of(row, [](float x) { return x == 0; }));
    const auto int4 = packInt4(weights, 64, 96);
    dequantiseInt4Row({ int4.data(), 64, 96 }, 63, row);
    QVERIFY(std::ranges::all_of(row, [](float x) { return x == 0; }));
}

void PackedMatrix::tinyAndLargeNumbersStayInRange()
{
    for (const float size : { 1e-44F, 1e-38F, 1e-36F, 1e30F, 3e38F }) {
        std::vector<float> weights(32);
        for (std::size_t k = 0; k < 32; ++k)
            weights[k] = size * (k % 2 == 0 ? 1.0F : -0.5F);
        std::vector<float> row(32);
        const auto isClose = [&] {
            const float bound = std::max(0.1F * size, 2e-36F); // below that, groups are zero
            for (std::size_t k = 0; k < 32; ++k) {
                if (!(std::abs(row[k] - weights[k]) <= bound))
                    return false;
            }
            return true;
        };
        const auto int8 = packInt8(weights, 1, 32, 128);
        dequantiseInt8Row({ int8.data(), 1, 32, 128 }, 0, row);
        QVERIFY(isClose());
        const auto int4 = packInt4(weights, 1, 32);
        dequantiseInt4Row({ int4.data(), 1, 32 }, 0, row);
        QVERIFY(isClose());
    }
}

void PackedMatrix::int4TakesTheBetterScale()
{
    // Against the plain choice, largest → −8, whose squared error is measured here too.
    const auto weights = randomWeights(64 * 256, 3);
    double plain = 0;
    for (std::size_t start = 0; start < weights.size(); start += 32) {
        const float* w = &weights[start];
        float largest = 0;
        for (int k = 0; k < 32; ++k)
            largest = std::abs(w[k]) > std::abs(largest) ? w[k] : largest;
        for (int k = 0; k < 32; ++k) {
            const float step = largest / -8;
            const float simple = step * std::clamp(std::nearbyint(w[k] / step), -8.0F, 7.0F);
            plain += std::pow(static_cast<double>(w[k] - simple), 2);
        }
    }
    const double error = int4Error(weights);
    QVERIFY2(error < 0.87 * plain, qPrintable(QString::number(error / plain)));
}

void PackedMatrix::int4FindsSixteenEqualSteps()
{
    // What a 4-bit file was made of: steps and beginnings that are no bf16 numbers, not every end used.
    std::mt19937 engine(4);
    std::vector<float> weights(64 * 256);
    for (std::size_t start = 0; start < weights.size(); start += 32) {
        const float scale = std::uniform_real_distribution<float>(0.01F, 0.02F)(engine);
        const float minimum = scale * std::uniform_real_distribution<float>(-11, -4)(engine);
        std::uniform_int_distribution<int> integer(start % 64 == 0 ? 0 : 2, 15);
        for (std::size_t k = start; k < start + 32; ++k)
            weights[k] = minimum + scale * static_cast<float>(integer(engine));
    }
    double size = 0;
    for (const float weight : weights)
        size += std::pow(static_cast<double>(weight), 2);
    const double relative = std::sqrt(int4Error(weights) / size);
    QVERIFY2(relative < 0.006, qPrintable(QString::number(relative))); // other weights: 0.07
}

void PackedMatrix::importantColumnsErrLess()
{
    const auto weights = randomWeights(64 * 256, 5);
    std::vector<float> important(256, 1);
    for (std::size_t k = 0; k < 256; k += 8)
        important[k] = 100;
    const auto errorOfImportant = [&](const float* columnWeights) {
        const auto bytes = packInt4(weights, 64, 256, columnWeights);
        std::vector<float> row(256);
        double error = 0;
        for (std::int64_t r = 0; r < 64; ++r) {
            dequantiseInt4Row({ bytes.data(), 64, 256 }, r, row);
            for (std::size_t k = 0; k < 256; k += 8)
                error += std::pow(
                    static_cast<double>(row[k] - weights[static_cast<std::size_t>(r) * 256 + k]), 2);
        }
        return error;
    };
    QVERIFY(errorOfImportant(important.data()) < 0.8 * errorOfImportant(nullptr));
}

MORU_TEST(PackedMatrix)
#include "packed_matrix_test.moc"
