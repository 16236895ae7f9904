#pragma once

#include "engine/core/cpu_features.h"
#include "engine/kernels/kernel_table.h"

#include <QTest>

#include <cstdint>
#include <random>
#include <vector>

namespace moru::test {

/// The same numbers on every run: what fails once fails again.
class Random {
public:
    explicit Random(std::uint32_t seed)
        : engine_(seed)
    {
    }
    [[nodiscard]] float uniform(float low, float high)
    {
        return std::uniform_real_distribution<float>(low, high)(engine_);
    }
    [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
    }
    [[nodiscard]] std::vector<float> floats(std::int64_t count, float low = -1, float high = 1);

private:
    std::mt19937 engine_;
};

/// The kernels of an instruction set that this processor has.
[[nodiscard]] kernels::KernelTable table(Isa isa);

/// Instruction sets above scalar that can run here and have vectors of their own; a test over none of them
/// skips. Others add products with packed weights only, which matmul_packed_test.cpp meets.
[[nodiscard]] std::vector<Isa> fasterIsas();

/// One row of test data an instruction set, column "isa"; tests start with `MORU_KERNELS(fast)`.
void addIsaRows();

/// Fails the test with the place of the first element whose difference is more than its bound.
/// NaN agrees with NaN, infinity with itself.
[[nodiscard]] QByteArray firstDifference(
    const std::vector<float>& actual, const std::vector<float>& expected, const std::vector<double>& bounds);

} // namespace moru::test

/// The table of the row's instruction set; skips, aloud, where there is none but scalar.
#define MORU_KERNELS(name)                                                                                   \
    QFETCH(const int, isa);                                                                                  \
    if (isa < 0)                                                                                             \
        QSKIP("this processor has no instruction set above scalar");                                         \
    const moru::kernels::KernelTable name = moru::test::table(static_cast<moru::Isa>(isa))

#define MORU_WITHIN(actual, expected, bounds)                                                                \
    do {                                                                                                     \
        const QByteArray difference = moru::test::firstDifference(actual, expected, bounds);                 \
        QVERIFY2(difference.isEmpty(), difference.constData());                                              \
    } while (false)
