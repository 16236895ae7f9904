#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <cfenv>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

class Elementwise final : public QObject {
    Q_OBJECT
private slots:
    void siluAndSigmoidAreWithinFourUnits_data() { moru::test::addIsaRows(); }
    void siluAndSigmoidAreWithinFourUnits();
    void tanhIsWithinTwoUnits_data() { moru::test::addIsaRows(); }
    void tanhIsWithinTwoUnits();
    void geluIsCloseToItsFormula_data() { moru::test::addIsaRows(); }
    void geluIsCloseToItsFormula();
    void extremeArgumentsGiveLimits_data() { moru::test::addIsaRows(); }
    void extremeArgumentsGiveLimits();
    void exponentialMakesNoDenormalNumbers_data() { moru::test::addIsaRows(); }
    void exponentialMakesNoDenormalNumbers();
    void tailsTouchNothingElse_data() { moru::test::addIsaRows(); }
    void tailsTouchNothingElse();
    void outputMayBeAnInput_data() { moru::test::addIsaRows(); }
    void outputMayBeAnInput();
    void normsAgreeWithScalar_data() { moru::test::addIsaRows(); }
    void normsAgreeWithScalar();
    void ropeAgreesWithScalar_data() { moru::test::addIsaRows(); }
    void ropeAgreesWithScalar();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using test::Random;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Every 2999th bit pattern: all exponents and both signs, denormals too.
std::vector<float> numbersOfAllSizes()
{
    std::vector<float> numbers;
    for (std::uint64_t bits = 0; bits <= 0xFFFFFFFFU; bits += 2999) {
        const auto pattern = static_cast<std::uint32_t>(bits);
        float value = 0;
        std::memcpy(&value, &pattern, sizeof value);
        if (std::isfinite(value))
            numbers.push_back(value);
    }
    return numbers;
}

/// Distance to the exact value in units of the last place of a float of its size.
double unitsApart(float actual, double exact)
{
    const double size = std::max(std::abs(exact), 0x1p-126);
    return std::abs(static_cast<double>(actual) - exact) / std::ldexp(1.0, std::ilogb(size) - 23);
}

double largestError(
    const std::vector<float>& x, const std::vector<float>& actual, const std::function<double(double)>& exact)
{
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double error = unitsApart(actual[i], exact(static_cast<double>(x[i])));
        worst = std::isnan(error) ? kInfinity : std::max(worst, error);
    }
    return worst;
}

} // namespace

void Elementwise::siluAndSigmoidAreWithinFourUnits()
{
    MORU_KERNELS(fast);
    // Below −87 the exact sigmoid is a denormal or nearly one; there e⁻ˣ overflows and the result is 0.
    std::vector<float> x;
    for (const float value : numbersOfAllSizes()) {
        if (value > -87)
            x.push_back(value);
    }
    const auto count = static_cast<std::int64_t>(x.size());
    const std::vector<float> ones(x.size(), 1.0F);
    std::vector<float> output(x.size());

    fast.sigmoidGate(ones.data(), x.data(), count, output.data());
    const double sigmoidError = largestError(x, output, [](double v) { return 1 / (1 + std::exp(-v)); });
    QVERIFY2(sigmoidError <= 3, qPrintable(QString::number(sigmoidError)));

    fast.siluMultiply(x.data(), ones.data(), count, output.data());
    const double siluError = largestError(x, output, [](double v) { return v / (1 + std::exp(-v)); });
    QVERIFY2(siluError <= 4, qPrintable(QString::number(siluError)));
}

void Elementwise::tanhIsWithinTwoUnits()
{
    MORU_KERNELS(fast);
    const auto x = numbersOfAllSizes();
    auto output = x;
    fast.softcap(output.data(), static_cast<std::int64_t>(output.size()), 1.0F);
    const double error = largestError(x, output, [](double v) { return std::tanh(v); });
    QVERIFY2(error <= 2, qPrintable(QString::number(error)));
}

void Elementwise::geluIsCloseToItsFormula()
{
    MORU_KERNELS(fast);
    Random random(1);
    const auto x = random.floats(100'000, -12, 12);
    const std::vector<float> ones(x.size(), 1.0F);
    std::vector<float> output(x.size());
    fast.geluTanhMultiply(x.data(), ones.data(), static_cast<std::int64_t>(x.size()), output.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double v = static_cast<double>(x[i]);
        const double exact = 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
        // 1 + tanh cancels for negative v, in every float engine: four half-units of |v|, not of the result.
        QVERIFY2(
            std::abs(static_cast<double>(output[i]) - exact) <= 4 * 0x1p-24 * std::max(std::abs(v), 1e-3),
            qPrintable(QString::number(v)));
    }
}

void Elementwise::extremeArgumentsGiveLimits()
{
    MORU_KERNELS(fast);
    const std::vector<float> x { kInfinity, 1e30F, -1e30F, 100, -100, 0,
        std::numeric_limits<float>::quiet_NaN() };
    const std::vector<float> ones(x.size(), 1.0F);
    std::vector<float> silu(x.size());
    fast.siluMultiply(x.data(), ones.data(), 7, silu.data());
    QCOMPARE(silu[0], kInfinity);
    QCOMPARE(silu[1], 1e30F);
    QVERIFY(silu[2] == 0);
    QCOMPARE(silu[3], 100.0F);
    QVERIFY(std::abs(silu[4]) < 1e-37F);
    QVERIFY(silu[5] == 0);
    QVERIFY(std::isnan(silu[6]));

    std::vector<float> gelu(x.size());
    fast.geluTanhMultiply(x.data(), ones.data(), 7, gelu.data());
    QCOMPARE(gelu[0], kInfinity);
    QCOMPARE(gelu[1], 1e30F);
    QVERIFY(gelu[2] == 0);
    QCOMPARE(gelu[3], 100.0F);
    QVERIFY(gelu[4] == 0);
    QVERIFY(std::isnan(gelu[6]));

    auto capped = x;
    fast.softcap(capped.data(), 7, 30.0F);
    QCOMPARE(capped[0], 30.0F);
    QCOMPARE(capped[1], 30.0F);
    QCOMPARE(capped[2], -30.0F);
    QVERIFY(capped[5] == 0);
    QVERIFY(std::isnan(capped[6]));
}

void Elementwise::exponentialMakesNoDenormalNumbers()
{
    MORU_KERNELS(fast);
    std::vector<float> x; // e⁻ˣ from the last normal number to far below the last denormal one
    for (float value = 87; value < 200; value += 0.01F)
        x.push_back(value);
    const std::vector<float> twos(x.size(), 2.0F);
    std::vector<float> output(x.size());
    std::feclearexcept(FE_ALL_EXCEPT);
    fast.sigmoidGate(twos.data(), x.data(), static_cast<std::int64_t>(x.size()), output.data());
    QCOMPARE(std::fetestexcept(FE_UNDERFLOW), 0);
    for (const float value : output)
        QCOMPARE(value, 2.0F);
}

void Elementwise::tailsTouchNothingElse()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    for (std::int64_t count = 0; count <= 70; ++count) {
        Random random(static_cast<std::uint32_t>(count));
        const auto a = random.floats(count, -3, 3);
        const auto b = random.floats(count, -3, 3);
        const auto size = static_cast<std::size_t>(count) + 1; // the last one is beyond what is asked for
        const std::vector<double> bounds(size, 8 * 0x1p-24 * 9);
        const auto compare = [&](auto operation) {
            std::vector<float> actual(size, -77);
            std::vector<float> expected(size, -77);
            operation(fast, actual.data());
            operation(scalar, expected.data());
            return test::firstDifference(actual, expected, bounds) + (actual.back() != -77 ? " overrun" : "");
        };
        QCOMPARE(
            compare([&](const KernelTable& t, float* y) { t.siluMultiply(a.data(), b.data(), count, y); }),
            "");
        QCOMPARE(compare([&](const KernelTable& t, float* y) {
            t.geluTanhMultiply(a.data(), b.data(), count, y);
        }),
            "");
        QCOMPARE(compare([&](const KernelTable& t, float* y) { t.add(a.data(), b.data(), count, y); }), "");
        QCOMPARE(
            compare([&](const KernelTable& t, float* y) { t.sigmoidGate(a.data(), b.data(), count, y); }),
            "");
        QCOMPARE(compare([&](const KernelTable& t, float* y) {
            std::copy(a.begin(), a.end(), y);
            t.softcap(y, count, 2.0F);
        }),
            "");
    }
}

void Elementwise::outputMayBeAnInput()
{
    MORU_KERNELS(fast);
    Random random(2);
    const auto a = random.floats(45);
    const auto b = random.floats(45);
    using Binary = void (*)(const float*, const float*, std::int64_t, float*);
    for (const Binary f : { fast.siluMultiply, fast.geluTanhMultiply, fast.add, fast.sigmoidGate }) {
        std::vector<float> expected(45);
        f(a.data(), b.data(), 45, expected.data());
        auto first = a;
        f(first.data(), b.data(), 45, first.data());
        QCOMPARE(first, expected);
        auto second = b;
        f(a.data(), second.data(), 45, second.data());
        QCOMPARE(second, expected);
    }
}

void Elementwise::normsAgreeWithScalar()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    for (const std::int64_t count : { 1, 2, 7, 16, 63, 64, 65, 128, 130, 576, 2048, 2305 }) {
        Random random(static_cast<std::uint32_t>(count));
        for (const float size : { 1e-12F, 1.0F, 1e12F }) {
            const auto x = random.floats(count, -size, size);
            const auto weight = random.floats(count, -2, 2);
            const auto gate = random.floats(count, -4, 4);
            std::vector<double> bounds;
            const double relative = (8 + std::sqrt(static_cast<double>(count))) * 0x1p-24;
            for (std::size_t i = 0; i < x.size(); ++i) // no output is larger than √count · 2 · 4
                bounds.push_back(relative * 8 * std::sqrt(static_cast<double>(count)));
            const auto run = [&](const KernelTable& t, int which) {
                std::vector<float> y(x.size());
                if (which == 0)
                    t.rmsNorm(x.data(), weight.data(), count, 1e-6F, y.data());
                else if (which == 1)
                    t.l2Norm(x.data(), count, 1e-6F, 0.125F, y.data());
                else
                    t.gatedRmsNorm(x.data(), gate.data(), weight.data(), count, 1e-6F, y.data());
                return y;
            };
            for (int which = 0; which < 3; ++which)
                MORU_WITHIN(run(fast, which), run(scalar, which), bounds);
        }
    }
}

void Elementwise::ropeAgreesWithScalar()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    for (const std::int64_t rotary : { 2, 4, 10, 32, 46, 64, 128, 256 }) {
        Random random(static_cast<std::uint32_t>(rotary));
        const auto head = random.floats(rotary + 5, -10, 10);
        std::vector<float> cosine;
        std::vector<float> sine;
        for (std::int64_t j = 0; j < rotary / 2; ++j) {
            const float angle = random.uniform(0, 6.28F);
            cosine.push_back(std::cos(angle));
            sine.push_back(std::sin(angle));
        }
        auto actual = head;
        auto expected = head;
        fast.ropeHalfSplit(actual.data(), cosine.data(), sine.data(), rotary);
        scalar.ropeHalfSplit(expected.data(), cosine.data(), sine.data(), rotary);
        MORU_WITHIN(actual, expected, std::vector<double>(head.size(), 3 * 0x1p-24 * 20));
        for (std::size_t i = static_cast<std::size_t>(rotary); i < head.size(); ++i)
            QCOMPARE(actual[i], head[i]); // not rotated
    }
}

MORU_TEST(Elementwise)
#include "elementwise_test.moc"
