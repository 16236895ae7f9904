#include "engine/kernels/dispatch.h"

#include "engine/api/machine.h"

#include "tests/kernels/isa_fingerprint.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <QProcess>

#include <algorithm>
#include <cstring>

class KernelDispatch final : public QObject {
    Q_OBJECT
private slots:
    void everyEntryOfEveryTableIsSet();
    void tableIsOfTheIsaThatWasAskedFor();
    void environmentForcesTheIsaThatRuns_data();
    void environmentForcesTheIsaThatRuns();
    void missingIsaIsRefused();
    void peakIsThatOfThisProcessor();
};

namespace {

using namespace moru;
using namespace moru::kernels;

/// The entries after the name, all of which are pointers to functions.
std::vector<void*> entries(const KernelTable& table)
{
    std::vector<void*> pointers((sizeof table - sizeof table.isa) / sizeof(void*));
    std::memcpy(pointers.data(), reinterpret_cast<const char*>(&table) + sizeof table.isa,
        pointers.size() * sizeof(void*));
    return pointers;
}

} // namespace

void KernelDispatch::everyEntryOfEveryTableIsSet()
{
    for (const Isa isa : kAllIsas) {
        if (!cpuFeatures().supports(isa))
            continue;
        for (const void* entry : entries(test::table(isa)))
            QVERIFY(entry != nullptr);
    }
}

void KernelDispatch::tableIsOfTheIsaThatWasAskedFor()
{
    for (const Isa isa : kAllIsas) {
        if (cpuFeatures().supports(isa))
            QCOMPARE(std::string(test::table(isa).isa), std::string(isaName(isa)));
    }
    // Each folder brings functions of its own for everything that it claims to do better.
    const auto scalar = entries(test::table(Isa::Scalar));
    for (const Isa isa : test::fasterIsas()) {
        const auto fast = entries(test::table(isa));
        for (std::size_t i = 0; i < fast.size(); ++i)
            QVERIFY2(fast[i] != scalar[i], qPrintable(QString("entry %1").arg(i)));
    }
    if (cpuFeatures().avx512) {
        const auto wide = entries(test::table(Isa::Avx512));
        const auto narrow = entries(test::table(Isa::Avx2));
        // Without dot product instructions AVX-512 keeps what AVX2 has for packed weights, the last three.
        const std::size_t own = wide.size() - 3;
        for (std::size_t i = 0; i < own; ++i)
            QVERIFY2(wide[i] != narrow[i], qPrintable(QString("entry %1").arg(i)));
    }
}

void KernelDispatch::environmentForcesTheIsaThatRuns_data()
{
    QTest::addColumn<QString>("name");
    for (const Isa isa : kAllIsas) {
        const std::string name(isaName(isa));
        if (cpuFeatures().supports(isa))
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
    }
}

void KernelDispatch::environmentForcesTheIsaThatRuns()
{
    QFETCH(const QString, name);
    // A process of its own: the way a person forces it.
    QProcess child;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("MORU_ISA", name);
    child.setProcessEnvironment(environment);
    child.start(MORU_PRINT_ISA, QStringList {});
    QVERIFY(child.waitForFinished(30'000));
    QCOMPARE(child.exitCode(), 0);
    const auto words = QString::fromUtf8(child.readAllStandardOutput()).trimmed().split(' ');
    QCOMPARE(words.value(0), name);
    for (const Isa isa : kAllIsas) {
        if (!cpuFeatures().supports(isa))
            continue;
        const bool itsOwn = words.value(1).toUInt() == test::isaFingerprint(test::table(isa));
        // Dot product instructions and tiles are for packed weights only; all else is the plain set's.
        const auto plain = [](Isa set) {
            return set >= Isa::Avx512 ? Isa::Avx512 : set >= Isa::Avx2 ? Isa::Avx2 : Isa::Scalar;
        };
        const auto forced
            = std::ranges::find(kAllIsas, name.toStdString(), [](Isa set) { return isaName(set); });
        QVERIFY(forced != kAllIsas.end());
        QCOMPARE(itsOwn, plain(isa) == plain(*forced));
    }
}

void KernelDispatch::missingIsaIsRefused()
{
    for (const Isa isa : kAllIsas) {
        if (cpuFeatures().supports(isa))
            continue;
        const auto table = kernelsFor(isa);
        QVERIFY(!table && table.error().code == ErrorCode::UnsupportedIsa);
    }
}

void KernelDispatch::peakIsThatOfThisProcessor()
{
    const double operations = probeIntegerPeak(1, 5);
    // Between a slow core without vectors and sixty-four products a cycle, twice, at 8 GHz.
    QVERIFY2(operations > 1e8 && operations < 8e12, qPrintable(QString::number(operations)));
    qputenv("MORU_ISA", "a set that does not exist");
    QCOMPARE(probeIntegerPeak(1, 1), 0.0);
    qunsetenv("MORU_ISA");
}

MORU_TEST(KernelDispatch)
#include "dispatch_test.moc"
