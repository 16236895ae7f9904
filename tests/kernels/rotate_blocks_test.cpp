#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

class BlockRotation final : public QObject {
    Q_OBJECT
private slots:
    void scalarIsTheHadamardMatrix();
    void agreesWithScalarOverAllTails_data() { moru::test::addIsaRows(); }
    void agreesWithScalarOverAllTails();
    void keepsProducts();
    void spreadsAnOutlierEvenly();
    void undoesItself();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using test::Random;

KernelTable scalarTable()
{
    KernelTable table;
    installScalarKernels(table);
    return table;
}

std::vector<float> rotated(const KernelTable& table, const std::vector<float>& x)
{
    const auto columns = static_cast<std::int64_t>(x.size());
    std::vector<float> output(static_cast<std::size_t>((columns + 127) / 128 * 128), -7);
    table.rotateBlocks(x.data(), columns, output.data());
    return output;
}

double product(const std::vector<float>& a, const std::vector<float>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
}

} // namespace

void BlockRotation::scalarIsTheHadamardMatrix()
{
    Random random(1);
    const auto x = random.floats(128);
    const auto y = rotated(scalarTable(), x);
    for (unsigned i = 0; i < 128; ++i) {
        double sum = 0;
        for (unsigned k = 0; k < 128; ++k)
            sum += static_cast<double>(x[k]) * (std::popcount(i & k) % 2 == 0 ? 1 : -1);
        QVERIFY(std::abs(static_cast<double>(y[i]) - sum / std::sqrt(128.0)) < 1e-6);
    }
}

void BlockRotation::agreesWithScalarOverAllTails()
{
    MORU_KERNELS(fast);
    Random random(2);
    constexpr float kLargest = std::numeric_limits<float>::max() / 128; // as the contract has it
    std::vector<std::vector<float>> inputs { std::vector<float>(576, kLargest) };
    for (const std::int64_t columns : { 1, 7, 16, 33, 127, 128, 129, 200, 255, 256, 576 }) {
        inputs.push_back(random.floats(columns));
        inputs.push_back(random.floats(columns, -kLargest, kLargest));
    }
    for (const auto& x : inputs) {
        const auto columns = static_cast<std::int64_t>(x.size());
        const auto expected = rotated(scalarTable(), x);
        QVERIFY(std::ranges::all_of(expected, [](float y) { return std::isfinite(y); }));
        QCOMPARE(rotated(fast, x), expected); // bit for bit: packed weights depend on it
        // In place, where there is room for whole blocks.
        auto inPlace = x;
        inPlace.resize(expected.size(), 99);
        fast.rotateBlocks(inPlace.data(), columns, inPlace.data());
        QCOMPARE(inPlace, rotated(fast, x));
    }
}

void BlockRotation::keepsProducts()
{
    Random random(3);
    const auto x = random.floats(300);
    const auto w = random.floats(300);
    const KernelTable table = scalarTable();
    QVERIFY(std::abs(product(rotated(table, x), rotated(table, w)) - product(x, w)) < 1e-4);
}

void BlockRotation::spreadsAnOutlierEvenly()
{
    std::vector<float> x(128);
    x[77] = 128;
    for (const float y : rotated(scalarTable(), x))
        QVERIFY(std::abs(std::abs(y) - std::sqrt(128.0F)) < 1e-4F);
}

void BlockRotation::undoesItself()
{
    Random random(4);
    const auto x = random.floats(256);
    const KernelTable table = scalarTable();
    MORU_WITHIN(rotated(table, rotated(table, x)), x, std::vector<double>(x.size(), 1e-6));
}

MORU_TEST(BlockRotation)
#include "rotate_blocks_test.moc"
