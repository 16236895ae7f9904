#include "tests/kernels/kernel_inputs.h"
#include "tests/kernels/packed_inputs.h"
#include "tests/kernels/packed_tables.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

// Where products with packed weights end: few and many tokens, the smallest and the largest numbers, and
// none.

class PackedMatmulEdges final : public QObject {
    Q_OBJECT
private slots:
    void everyCountOfTokensGivesTheSameBits_data() { moru::test::addPackedRows(); }
    void everyCountOfTokensGivesTheSameBits();
    void denormalsAndZerosAreMultiplied_data() { moru::test::addPackedRows(); }
    void denormalsAndZerosAreMultiplied();
    void largestIntegersDoNotOverflow_data() { moru::test::addPackedRows(); }
    void largestIntegersDoNotOverflow();
    void largestFloatsAreMultiplied_data() { moru::test::addPackedRows(); }
    void largestFloatsAreMultiplied();
    void whatIsNoNumberIsSeen_data() { moru::test::addPackedRows(); }
    void whatIsNoNumberIsSeen();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::test;

constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <class T> bool sameBits(const std::vector<T>& a, const std::vector<T>& b)
{
    return std::ranges::equal(std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
}

bool sameBits(const Quantised& a, const Quantised& b)
{
    return sameBits(a.high, b.high) && sameBits(a.low, b.low) && sameBits(a.scales, b.scales)
        && sameBits(a.sums, b.sums) && sameBits(a.runningSums, b.runningSums);
}

} // namespace

void PackedMatmulEdges::everyCountOfTokensGivesTheSameBits()
{
    MORU_PACKED_KERNELS(fast);
    if (Isa(isa) == Isa::Scalar)
        QSKIP("the others are compared with scalar, which has no tiles");
    constexpr std::int64_t kMost = 70;
    // Two panels, the first of which fetches the second; and a lone one with large blocks.
    for (const auto& [rows, columns] : { std::array<std::int64_t, 2> { 66, 260 }, { 40, 512 } }) {
        Random random(static_cast<std::uint32_t>(rows + columns));
        const Matrices matrices(rows, columns, random.floats(rows * columns));
        const auto x = random.floats(kMost * columns, -3, 3);
        for (const auto& [wide, block] : inputForms(columns)) {
            const Quantised q(fast, x, kMost, columns, wide, block);
            for (int format = 0; format < int(std::size(kFormats)); ++format) {
                const auto all = matrices.multiply(fast, format, q.view);
                MORU_WITHIN(
                    all, matrices.multiply(table(Isa::Scalar), format, q.view), matrices.bounds(x, kMost));
                for (std::int64_t tokens = 1; tokens < kMost; ++tokens) {
                    QuantisedActivations some = q.view;
                    some.tokens = tokens;
                    const auto output = matrices.multiply(fast, format, some);
                    QVERIFY2(std::memcmp(output.data(), all.data(), output.size() * sizeof(float)) == 0,
                        qPrintable(QString("%1 tokens, format %2").arg(tokens).arg(format)));
                }
            }
        }
    }
}

void PackedMatmulEdges::denormalsAndZerosAreMultiplied()
{
    MORU_PACKED_KERNELS(fast);
    const KernelTable scalar = table(Isa::Scalar);
    Random random(12);
    const std::int64_t columns = 200;
    // Rows of numbers of every size, down to denormal ones, and of zeros.
    std::vector<float> weights = random.floats(66 * columns);
    for (std::int64_t r = 0; r < 66; ++r) {
        for (std::int64_t k = 0; k < columns; ++k) {
            float& weight = weights[static_cast<std::size_t>(r * columns + k)];
            weight = r == 3 ? 0 : std::ldexp(weight, static_cast<int>(-3 * r));
        }
    }
    const Matrices matrices(66, columns, weights);
    // The largest that the contract allows: times 200 columns and weights of 1, less than half of all.
    for (const float size : { kLargest / 401, 1e30F, 1.0F, 1e-30F, 1e-38F, 1e-44F, 0.0F }) {
        auto x = random.floats(7 * columns, -1, 1);
        for (float& value : x)
            value *= size;
        for (const auto& [wide, block] : inputForms(columns)) {
            const Quantised q(fast, x, 7, columns, wide, block);
            for (int format = 0; format < int(std::size(kFormats)); ++format) {
                const auto output = matrices.multiply(fast, format, q.view);
                for (const float value : output)
                    QVERIFY(std::isfinite(value));
                MORU_WITHIN(output, matrices.multiply(scalar, format, q.view), matrices.bounds(x, 7));
            }
        }
    }
}

void PackedMatmulEdges::largestIntegersDoNotOverflow()
{
    MORU_PACKED_KERNELS(fast);
    const Matrices matrices(64, 512, std::vector<float>(64 * 512, 1.0F));
    for (const float sign : { 1.0F, -1.0F }) {
        // With 32,384 of 32,639 steps the low part is -128, the largest magnitude that it can have.
        for (const float others : { 2.0F, 2.0F * 32384 / 32639 }) {
            std::vector<float> x(7 * 512, sign * others);
            for (std::size_t k = 0; k < x.size(); k += 32)
                x[k] = sign * 2;
            const float expected = sign * (16 * 2 + 496 * others);
            for (const auto& [wide, block] : inputForms(512)) {
                const Quantised q(table(Isa::Scalar), x, 7, 512, wide, block);
                QVERIFY(!wide || others == 2.0F || q.low[1] == -128);
                for (int format = 0; format < int(std::size(kFormats)); ++format) {
                    for (const float value : matrices.multiply(fast, format, q.view))
                        QVERIFY2(std::abs(value - expected) <= 4, // bf16 scales
                            qPrintable(QString::number(static_cast<double>(value))));
                }
            }
        }
    }
}

void PackedMatmulEdges::largestFloatsAreMultiplied()
{
    MORU_PACKED_KERNELS(fast);
    Random random(13);
    const std::int64_t columns = 300;
    const Matrices matrices(66, columns, random.floats(66 * columns, -0x1p-10F, 0x1p-10F));
    auto x = random.floats(18 * columns);
    for (float& value : x)
        value *= kLargest;
    for (std::int64_t t = 0; t < 18; ++t)
        x[static_cast<std::size_t>(t * columns + 16 * t)] = t % 2 == 0 ? kLargest : -kLargest;
    for (const auto& [wide, block] : inputForms(columns)) {
        const Quantised q(fast, x, 18, columns, wide, block);
        QVERIFY(sameBits(q, Quantised(table(Isa::Scalar), x, 18, columns, wide, block)));
        QCOMPARE(q.high[0], std::int8_t { 127 });
        for (int format = 0; format < int(std::size(kFormats)); ++format) {
            const auto output = matrices.multiply(fast, format, q.view);
            for (const float value : output)
                QVERIFY(std::isfinite(value));
            MORU_WITHIN(
                output, matrices.multiply(table(Isa::Scalar), format, q.view), matrices.bounds(x, 18));
        }
    }
}

void PackedMatmulEdges::whatIsNoNumberIsSeen()
{
    MORU_PACKED_KERNELS(fast);
    Random random(14);
    const std::int64_t columns = 300;
    const std::int64_t tokens = 18;
    const Matrices matrices(66, columns, random.floats(66 * columns));
    for (const float wrong : { kInfinity, -kInfinity, kNan, -kNan }) {
        // In one place of each token but the last, in every lane; larger numbers follow.
        auto x = random.floats(tokens * columns);
        for (std::int64_t t = 0; t + 1 < tokens; ++t) {
            x[static_cast<std::size_t>(t * columns + 17 * t + 1)] = wrong;
            x[static_cast<std::size_t>(t * columns + 17 * t + 2)] = 9;
        }
        for (const auto& [wide, block] : inputForms(columns)) {
            const Quantised q(fast, x, tokens, columns, wide, block);
            QVERIFY(sameBits(q, Quantised(table(Isa::Scalar), x, tokens, columns, wide, block)));
            for (int format = 0; format < int(std::size(kFormats)); ++format) {
                const auto output = matrices.multiply(fast, format, q.view);
                for (std::size_t i = 0; i < output.size(); ++i)
                    QCOMPARE(std::isnan(output[i]), i / 66 + 1 < tokens);
            }
        }
    }
}

MORU_TEST(PackedMatmulEdges)
#include "matmul_packed_edges_test.moc"
