#include "engine/sampler/random.h"
#include "tests/support/test_main.h"

#include <QObject>

using namespace moru;

class RandomNumbers : public QObject {
    Q_OBJECT

private slots:
    void followTheirDefinition();
    void areSpreadEvenly();
    void seedsFitIntoADouble();
};

void RandomNumbers::followTheirDefinition()
{
    // From the definitions of splitmix64 and xoshiro256**, computed apart from this program.
    Random zero(0);
    QCOMPARE(zero.next(), std::uint64_t { 0x99EC5F36CB75F2B4 });
    QCOMPARE(zero.next(), std::uint64_t { 0xBF6E1F784956452A });
    QCOMPARE(zero.next(), std::uint64_t { 0x1A5F849D4933E6E0 });
    Random other(42);
    QCOMPARE(other.next(), std::uint64_t { 0x15780B2E0C2EC716 });
    QCOMPARE(other.next(), std::uint64_t { 0x6104D9866D113A7E });
}

void RandomNumbers::areSpreadEvenly()
{
    Random random(7);
    std::array<int, 10> tenths {};
    for (int i = 0; i < 100'000; ++i) {
        const double unit = random.unit();
        QVERIFY(unit >= 0 && unit < 1);
        ++tenths[static_cast<std::size_t>(unit * 10)];
    }
    for (const int count : tenths)
        QVERIFY(count > 9'600 && count < 10'400); // four standard deviations
}

void RandomNumbers::seedsFitIntoADouble()
{
    for (int i = 0; i < 100; ++i)
        QVERIFY(randomSeed() < (std::uint64_t { 1 } << 53U));
    QVERIFY(randomSeed() != randomSeed());
}

MORU_TEST(RandomNumbers)
#include "random_numbers.moc"
