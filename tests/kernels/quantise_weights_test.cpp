#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <bit>
#include <limits>

class WeightQuantisation final : public QObject {
    Q_OBJECT
private slots:
    void givesTheBytesAndErrorsOfScalar_data() { moru::test::addIsaRows(); }
    void givesTheBytesAndErrorsOfScalar();
    void givesThemForNumbersThatAreNoWeights_data() { moru::test::addIsaRows(); }
    void givesThemForNumbersThatAreNoWeights();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using moru::test::Random;

struct Packed {
    std::vector<std::uint8_t> panel;
    std::uint64_t squaredErrorBits = 0;
    std::uint64_t energyBits = 0;

    bool operator==(const Packed&) const = default;
};

/// All NaN are one: which of them a sum of several gives is nobody's promise.
std::uint64_t bitsOf(double x)
{
    return std::bit_cast<std::uint64_t>(x == x ? x : std::numeric_limits<double>::quiet_NaN());
}

/// `groupSize` 0 is INT4.
Packed pack(const KernelTable& table, const std::vector<float>& weights, std::int64_t columns,
    std::int64_t groupSize, const float* columnWeights)
{
    const WeightRows rows { weights.data(), static_cast<std::int64_t>(weights.size()) / columns, columns,
        columnWeights };
    Packed packed;
    const std::int64_t bytes = groupSize == 0 ? int4PanelBytes(columns) : int8PanelBytes(columns, groupSize);
    packed.panel.assign(static_cast<std::size_t>(bytes), 99);
    const PackingError error = groupSize == 0 ? table.quantiseInt4Panel(rows, packed.panel.data())
                                              : table.quantiseInt8Panel(rows, groupSize, packed.panel.data());
    packed.squaredErrorBits = bitsOf(error.squaredError);
    packed.energyBits = bitsOf(error.energy);
    return packed;
}

constexpr std::int64_t kGroupSizes[] = { 0, 32, 128, 256, 512 };

} // namespace

void WeightQuantisation::givesTheBytesAndErrorsOfScalar()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    for (const std::int64_t rows : { 1, 7, 8, 17, 63, 64 }) {
        for (const std::int64_t columns : { 1, 31, 33, 128, 129, 200, 256, 500, 640 }) {
            Random random(static_cast<std::uint32_t>(rows * 1000 + columns));
            auto weights = random.floats(rows * columns);
            for (std::size_t i = 0; i < weights.size(); i += 97)
                weights[i] *= 20; // outliers
            for (std::size_t i = 5; i < weights.size(); i += 11)
                weights[i] = static_cast<float>(random.integer(-8, 7)) / 8; // on equal steps
            const auto important = random.floats(columns, 0.01F, 100);
            for (const std::int64_t groupSize : kGroupSizes) {
                if (groupSize > 0 && paddedColumns(columns) % groupSize != 0)
                    continue;
                QVERIFY(pack(fast, weights, columns, groupSize, nullptr)
                    == pack(scalar, weights, columns, groupSize, nullptr));
                QVERIFY(pack(fast, weights, columns, groupSize, important.data())
                    == pack(scalar, weights, columns, groupSize, important.data()));
            }
        }
    }
}

void WeightQuantisation::givesThemForNumbersThatAreNoWeights()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    constexpr std::int64_t kColumns = 256;
    Random random(3);
    auto weights = random.floats(64 * kColumns);
    const auto row = [&](std::int64_t r) { return weights.begin() + r * kColumns; };
    std::fill_n(row(0), kColumns, 0.0F);
    std::fill_n(row(1), kColumns, std::numeric_limits<float>::quiet_NaN());
    row(2)[3] = std::numeric_limits<float>::quiet_NaN();
    row(3)[4] = std::numeric_limits<float>::infinity();
    row(4)[5] = -std::numeric_limits<float>::infinity();
    const float sizes[] = { 1e-44F, 1e-38F, 1e-36F, 1e30F, 3e38F };
    for (std::size_t i = 0; i < std::size(sizes); ++i) {
        for (std::int64_t k = 0; k < kColumns; ++k)
            row(5 + static_cast<std::int64_t>(i))[k] *= sizes[i];
    }
    for (const std::int64_t groupSize : kGroupSizes) {
        if (groupSize > 0 && paddedColumns(kColumns) % groupSize != 0)
            continue;
        QVERIFY(pack(fast, weights, kColumns, groupSize, nullptr)
            == pack(scalar, weights, kColumns, groupSize, nullptr));
    }
}

MORU_TEST(WeightQuantisation)
#include "quantise_weights_test.moc"
