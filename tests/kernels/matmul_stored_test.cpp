#include "engine/core/dtype.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <cstring>

class StoredMatmul final : public QObject {
    Q_OBJECT
private slots:
    void agreesWithScalarOverAllTails_data() { moru::test::addIsaRows(); }
    void agreesWithScalarOverAllTails();
    void agreesWithScalarOnLargeShapes_data() { moru::test::addIsaRows(); }
    void agreesWithScalarOnLargeShapes();
    void handlesDenormalAndLargeNumbers_data() { moru::test::addIsaRows(); }
    void handlesDenormalAndLargeNumbers();
    void tokenDoesNotDependOnItsCompany_data() { moru::test::addIsaRows(); }
    void tokenDoesNotDependOnItsCompany();
    void rowDoesNotDependOnTheRange_data() { moru::test::addIsaRows(); }
    void rowDoesNotDependOnTheRange();
    void rowsAreExact_data() { moru::test::addIsaRows(); }
    void rowsAreExact();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using test::Random;

struct Format {
    DType dtype;
    MatmulStored KernelTable::* matmul;
    StoredRowToFloat KernelTable::* row;
};
constexpr Format kFormats[] = {
    { DType::F32, &KernelTable::matmulF32, &KernelTable::rowF32 },
    { DType::F16, &KernelTable::matmulF16, &KernelTable::rowF16 },
    { DType::BF16, &KernelTable::matmulBf16, &KernelTable::rowBf16 },
};

std::uint16_t floatToF16(float value)
{
    const auto half = static_cast<_Float16>(value);
    std::uint16_t bits = 0;
    std::memcpy(&bits, &half, sizeof bits);
    return bits;
}

/// A stored matrix that begins one byte past an aligned address and ends where its memory ends.
struct Weights {
    Weights(
        DType dtype, std::int64_t rows, std::int64_t columns, Random& random, float low = -1, float high = 1)
        : bytes(1 + static_cast<std::size_t>(rows * columns) * dtypeBytes(dtype))
        , matrix { bytes.data() + 1, rows, columns }
    {
        for (std::int64_t i = 0; i < rows * columns; ++i)
            set(dtype, i, random.uniform(low, high));
    }
    void set(DType dtype, std::int64_t i, float value)
    {
        char* at = bytes.data() + 1 + static_cast<std::size_t>(i) * dtypeBytes(dtype);
        if (dtype == DType::F32) {
            std::memcpy(at, &value, 4);
        } else {
            const std::uint16_t bits = dtype == DType::F16 ? floatToF16(value) : floatToBf16(value);
            std::memcpy(at, &bits, 2);
        }
    }
    std::vector<char> bytes;
    StoredMatrix matrix;
};

struct Product {
    std::vector<float> output;
    std::vector<double> bounds; ///< Two sums of K rounded products differ by about √K half-units of Σ|x·w|.
};

Product multiply(MatmulStored matmul, const Weights& weights, const std::vector<float>& x,
    std::int64_t tokens, std::int64_t stride)
{
    Product product;
    product.output.assign(static_cast<std::size_t>(tokens * weights.matrix.rows), -77);
    matmul({ x.data(), stride, tokens }, weights.matrix, { 0, weights.matrix.rows },
        { product.output.data(), weights.matrix.rows });
    return product;
}

std::vector<double> boundsFor(DType dtype, const Weights& weights, const std::vector<float>& x,
    std::int64_t tokens, std::int64_t stride)
{
    const std::int64_t rows = weights.matrix.rows;
    const std::int64_t columns = weights.matrix.columns;
    std::vector<float> w(static_cast<std::size_t>(rows * columns));
    convertToFloat(dtype, weights.matrix.data, w.data(), w.size());
    std::vector<double> bounds;
    for (std::int64_t t = 0; t < tokens; ++t) {
        for (std::int64_t r = 0; r < rows; ++r) {
            double sum = 0;
            for (std::int64_t k = 0; k < columns; ++k) {
                sum += std::abs(static_cast<double>(x[static_cast<std::size_t>(t * stride + k)])
                    * static_cast<double>(w[static_cast<std::size_t>(r * columns + k)]));
            }
            bounds.push_back((3 + 6 * std::sqrt(static_cast<double>(columns))) * 0x1p-24 * sum + 1e-44);
        }
    }
    return bounds;
}

void compare(const KernelTable& fast, std::int64_t rows, std::int64_t columns, std::int64_t tokens,
    std::uint32_t seed, float scale = 1)
{
    const KernelTable scalar = test::table(Isa::Scalar);
    for (const Format& format : kFormats) {
        Random random(seed);
        const Weights weights(format.dtype, rows, columns, random, -scale, scale);
        const std::int64_t stride = columns + random.integer(0, 3);
        // Exactly as long as promised: a read past the last token is caught by the address sanitizer.
        const auto x = random.floats((tokens - 1) * stride + columns);
        MORU_WITHIN(multiply(fast.*format.matmul, weights, x, tokens, stride).output,
            multiply(scalar.*format.matmul, weights, x, tokens, stride).output,
            boundsFor(format.dtype, weights, x, tokens, stride));
    }
}

} // namespace

void StoredMatmul::agreesWithScalarOverAllTails()
{
    MORU_KERNELS(fast);
    for (std::int64_t rows = 1; rows <= 130; ++rows) {
        const std::int64_t columns = 1 + rows * 7 % 67;
        const std::int64_t tokens = 1 + rows * 5 % 9;
        compare(fast, rows, columns, tokens, static_cast<std::uint32_t>(rows));
    }
    for (std::int64_t columns = 1; columns <= 70; ++columns)
        compare(fast, 5, columns, 2, static_cast<std::uint32_t>(columns));
    for (std::int64_t tokens = 1; tokens <= 70; ++tokens)
        compare(fast, 9, 37, tokens, static_cast<std::uint32_t>(tokens));
}

void StoredMatmul::agreesWithScalarOnLargeShapes()
{
    MORU_KERNELS(fast);
    compare(fast, 33, 1024, 97, 1); // a block of elements and a token more than one of tokens
    compare(fast, 18, 2051, 100, 2);
    compare(fast, 130, 3000, 1, 3);
}

void StoredMatmul::handlesDenormalAndLargeNumbers()
{
    MORU_KERNELS(fast);
    for (const std::int64_t tokens : { 1, 13 }) {
        compare(fast, 7, 131, tokens, 4, 1e-39F); // BF16 and F32 keep denormals, F16 has only zeros here
        compare(fast, 7, 131, tokens, 5, 6e4F);
    }
    // An overflow is an infinity, and what is no number stays none.
    Random random(6);
    for (const Format& format : kFormats) {
        Weights weights(format.dtype, 3, 40, random);
        weights.set(format.dtype, 41, std::numeric_limits<float>::infinity());
        weights.set(format.dtype, 85, std::numeric_limits<float>::quiet_NaN());
        const std::vector<float> x(40, 1.0F);
        const auto output = multiply(fast.*format.matmul, weights, x, 1, 40).output;
        QVERIFY(std::isfinite(output[0]));
        QVERIFY(std::isinf(output[1]));
        QVERIFY(std::isnan(output[2]));
    }
}

void StoredMatmul::tokenDoesNotDependOnItsCompany()
{
    MORU_KERNELS(fast);
    for (const Format& format : kFormats) {
        Random random(7);
        for (const std::int64_t columns : { 5, 576, 1030, 2113 }) {
            const Weights weights(format.dtype, 22, columns, random);
            constexpr std::int64_t kTokens = 131;
            const auto x = random.floats(kTokens * columns);
            const auto together = multiply(fast.*format.matmul, weights, x, kTokens, columns).output;
            for (const std::int64_t size : { 1, 2, 5, 6, 7, 64 }) {
                for (std::int64_t t = 0; t < kTokens; t += 1 + kTokens / 5) {
                    const std::int64_t tokens = std::min(size, kTokens - t);
                    const std::vector<float> some(
                        x.begin() + t * columns, x.begin() + (t + tokens) * columns);
                    const auto alone = multiply(fast.*format.matmul, weights, some, tokens, columns).output;
                    QVERIFY2(std::memcmp(alone.data(), together.data() + t * 22, alone.size() * 4) == 0,
                        qPrintable(QString("%1 tokens of %2 columns").arg(tokens).arg(columns)));
                }
            }
        }
    }
}

void StoredMatmul::rowDoesNotDependOnTheRange()
{
    MORU_KERNELS(fast);
    for (const Format& format : kFormats) {
        Random random(8);
        const Weights weights(format.dtype, 41, 300, random);
        for (const std::int64_t tokens : { 1, 20 }) {
            const auto x = random.floats(tokens * 300);
            const auto whole = multiply(fast.*format.matmul, weights, x, tokens, 300).output;
            for (const Range range :
                { Range { 0, 1 }, { 3, 4 }, { 5, 5 }, { 2, 9 }, { 39, 41 }, { 1, 40 } }) {
                std::vector<float> part(whole.size(), -77);
                (fast.*format.matmul)(
                    { x.data(), 300, tokens }, weights.matrix, range, { part.data(), weights.matrix.rows });
                for (std::size_t i = 0; i < part.size(); ++i) {
                    const auto row = static_cast<std::int64_t>(i) % 41;
                    const bool inside = row >= range.begin && row < range.end;
                    QCOMPARE(part[i], inside ? whole[i] : -77.0F); // nothing outside of the range is touched
                }
            }
        }
    }
}

void StoredMatmul::rowsAreExact()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    for (const Format& format : kFormats) {
        for (std::int64_t columns = 1; columns <= 70; ++columns) {
            Random random(static_cast<std::uint32_t>(columns));
            const Weights weights(format.dtype, 3, columns, random);
            std::vector<float> actual(static_cast<std::size_t>(columns) + 1, -77);
            std::vector<float> expected = actual;
            (fast.*format.row)(weights.matrix, 2, 48.0F, actual.data());
            (scalar.*format.row)(weights.matrix, 2, 48.0F, expected.data());
            QCOMPARE(actual, expected);
        }
    }
}

MORU_TEST(StoredMatmul)
#include "matmul_stored_test.moc"
