#include "engine/core/dtype.h"

#include "tests/support/test_main.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

using namespace moru;

class Dtype : public QObject {
    Q_OBJECT
private slots:
    void halfPrecisionIsExact_data();
    void halfPrecisionIsExact();
    void everyHalfWidensMonotonically();
    void bfloat16RoundsTiesToEven();
    void bfloat16RoundTripsEveryNumber();
    void nanStaysNan();
    void readsUnalignedNumbers();
    void namesAreThoseOfSafeTensors();
};

void Dtype::halfPrecisionIsExact_data()
{
    QTest::addColumn<int>("bits");
    QTest::addColumn<float>("value");
    QTest::newRow("one") << 0x3C00 << 1.0F;
    QTest::newRow("minus two") << 0xC000 << -2.0F;
    QTest::newRow("largest") << 0x7BFF << 65504.0F;
    QTest::newRow("smallest normal") << 0x0400 << 0x1p-14F;
    QTest::newRow("largest subnormal") << 0x03FF << 1023 * 0x1p-24F;
    QTest::newRow("smallest subnormal") << 0x8001 << -0x1p-24F;
    QTest::newRow("a third") << 0x3555 << 0.333251953125F;
    QTest::newRow("infinity") << 0xFC00 << -std::numeric_limits<float>::infinity();
}

void Dtype::halfPrecisionIsExact()
{
    QFETCH(int, bits);
    QFETCH(float, value);
    QVERIFY(f16ToFloat(static_cast<std::uint16_t>(bits)) == value);
}

void Dtype::everyHalfWidensMonotonically()
{
    for (std::uint16_t bits = 1; bits <= 0x7C00; ++bits)
        QVERIFY(f16ToFloat(bits) > f16ToFloat(static_cast<std::uint16_t>(bits - 1)));
    QVERIFY(std::signbit(f16ToFloat(0x8000)) && f16ToFloat(0x8000) == 0.0F);
}

void Dtype::bfloat16RoundsTiesToEven()
{
    QCOMPARE(floatToBf16(1.0F), std::uint16_t { 0x3F80 });
    QCOMPARE(floatToBf16(1.0F + 0x1p-8F), std::uint16_t { 0x3F80 }); // half way, the even one is below
    QCOMPARE(floatToBf16(1.0F + 3 * 0x1p-8F), std::uint16_t { 0x3F82 }); // half way, the even one is above
    QCOMPARE(floatToBf16(1.0F + 0x1p-8F + 0x1p-20F), std::uint16_t { 0x3F81 });
    QCOMPARE(floatToBf16(std::numeric_limits<float>::max()), std::uint16_t { 0x7F80 });
}

void Dtype::bfloat16RoundTripsEveryNumber()
{
    for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const float value = bf16ToFloat(static_cast<std::uint16_t>(bits));
        if (!std::isnan(value))
            QCOMPARE(floatToBf16(value), static_cast<std::uint16_t>(bits));
    }
}

void Dtype::nanStaysNan()
{
    QVERIFY(std::isnan(f16ToFloat(0x7E00)) && std::isnan(f16ToFloat(0xFC01)));
    QVERIFY(std::isnan(bf16ToFloat(floatToBf16(std::numeric_limits<float>::quiet_NaN()))));
    float onlyLowBits = 0;
    const std::uint32_t bits = 0x7F800001;
    std::memcpy(&onlyLowBits, &bits, sizeof bits);
    QVERIFY(std::isnan(bf16ToFloat(floatToBf16(onlyLowBits))));
}

void Dtype::readsUnalignedNumbers()
{
    std::array<unsigned char, 9> bytes {};
    const std::array<float, 2> values { 1.5F, -8.0F };
    std::memcpy(bytes.data() + 1, values.data(), 8);
    std::array<float, 2> read {};
    convertToFloat(DType::F32, bytes.data() + 1, read.data(), 2);
    QVERIFY(read == values);
    const std::array<std::uint16_t, 2> halves { 0x3E00, 0xC800 };
    std::memcpy(bytes.data() + 1, halves.data(), 4);
    convertToFloat(DType::F16, bytes.data() + 1, read.data(), 2);
    QVERIFY(read == values);
    const std::array<std::uint16_t, 2> brains { 0x3FC0, 0xC100 };
    std::memcpy(bytes.data() + 1, brains.data(), 4);
    convertToFloat(DType::BF16, bytes.data() + 1, read.data(), 2);
    QVERIFY(read == values);
}

void Dtype::namesAreThoseOfSafeTensors()
{
    for (const char* name : { "F32", "F16", "BF16", "F64", "I64", "I32", "I16", "I8", "U8", "BOOL" }) {
        const auto dtype = parseDtype(name);
        QVERIFY(dtype);
        QCOMPARE(std::string(dtypeName(*dtype)), std::string(name));
    }
    QVERIFY(!parseDtype("bf16"));
    QCOMPARE(dtypeBytes(DType::BF16), std::size_t { 2 });
    QCOMPARE(dtypeBytes(DType::I64), std::size_t { 8 });
}

MORU_TEST(Dtype)
#include "dtype_test.moc"
