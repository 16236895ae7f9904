#include "tests/kernels/kernel_inputs.h"
#include "tests/kernels/packed_inputs.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <cstring>

using namespace moru;
using namespace moru::kernels;
using namespace moru::test;

class WidenedInt4 final : public QObject {
    Q_OBJECT
private slots:
    void staysWithinHalfAStepOfItsGroup();
    void isTheSameOnEverySet_data() { addIsaRows(); }
    void isTheSameOnEverySet();
    void groupsOfZerosAreZero();
};

namespace {

constexpr int kInt4WithZeroPoints = 4;
constexpr std::int64_t kRows = 70;

std::vector<std::uint8_t> widened(const KernelTable& table, const Matrices& matrices)
{
    const std::int64_t from = int4PanelBytes(matrices.columns, true);
    const std::int64_t to = int8PanelBytes(matrices.columns, kColumnBlock);
    std::vector<std::uint8_t> output(static_cast<std::size_t>(panelCount(matrices.rows) * to), 7);
    for (std::int64_t panel = 0; panel < panelCount(matrices.rows); ++panel) {
        table.widenInt4Panel(matrices.packed[kInt4WithZeroPoints].data() + panel * from,
            paddedColumns(matrices.columns), output.data() + panel * to);
    }
    return output;
}

Matrices randomMatrices(std::int64_t columns, float size)
{
    Random random(static_cast<std::uint32_t>(columns));
    std::vector<float> weights = random.floats(kRows * columns, -size, 2 * size);
    for (std::int64_t k = 0; k < columns; ++k)
        weights[static_cast<std::size_t>(k)] = 0; // a row of zeros
    for (std::int64_t k = 0; k < columns; k += 40)
        weights[static_cast<std::size_t>(columns + k)] *= 30; // one whose groups differ much
    return { kRows, columns, weights };
}

} // namespace

void WidenedInt4::staysWithinHalfAStepOfItsGroup()
{
    for (const std::int64_t columns : { 1, 100, 128, 300 }) {
        const Matrices matrices = randomMatrices(columns, 0.1F);
        const std::vector<std::uint8_t> panels = widened(table(Isa::Scalar), matrices);
        const PackedInt8 int8 { panels.data(), kRows, columns, kColumnBlock };
        std::vector<float> before(static_cast<std::size_t>(columns));
        std::vector<float> after(before.size());
        for (std::int64_t r = 0; r < kRows; ++r) {
            matrices.dequantiseRow(kInt4WithZeroPoints, r, before);
            dequantiseInt8Row(int8, r, after);
            for (std::size_t start = 0; start < before.size(); start += kColumnBlock) {
                const std::size_t end = std::min(before.size(), start + kColumnBlock);
                float largest = 0; // what the integers of the group reach at most is up to twice as much
                for (std::size_t k = start; k < end; ++k)
                    largest = std::max(largest, std::abs(before[k]));
                for (std::size_t k = start; k < end; ++k)
                    QVERIFY(std::abs(after[k] - before[k]) <= 0.51F * 2 * largest / 127);
            }
        }
    }
}

void WidenedInt4::isTheSameOnEverySet()
{
    MORU_KERNELS(fast);
    for (const float size : { 1.0F, 1e-30F, 1e-37F, 1e30F }) {
        for (const std::int64_t columns : { 1, 100, 128, 300 }) {
            const Matrices matrices = randomMatrices(columns, size);
            QVERIFY(widened(fast, matrices) == widened(table(Isa::Scalar), matrices));
        }
    }
}

void WidenedInt4::groupsOfZerosAreZero()
{
    const Matrices matrices(kRows, 256, std::vector<float>(kRows * 256, 0.0F));
    const std::vector<std::uint8_t> panels = widened(table(Isa::Scalar), matrices);
    std::vector<float> row(256);
    dequantiseInt8Row({ panels.data(), kRows, 256, kColumnBlock }, 69, row);
    QVERIFY(std::ranges::all_of(row, [](float x) { return x == 0; }));
}

MORU_TEST(WidenedInt4)
#include "widen_int4_test.moc"
