#include "engine/kernels/dispatch.h"

#include "engine/api/machine.h"

#include "tests/kernels/isa_fingerprint.h"
#include "tests/kernels/isa_origin.h"
#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <QProcess>

#include <algorithm>

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
using test::entries;

/// Where the kernels of a set are from: those of packed weights, the last three, and all others.
struct Folders {
    Isa isa;
    const char* others;
    const char* int8;
    const char* int4;
    const char* peak;
};
constexpr Folders kFolders[] = {
    { Isa::Scalar, "scalar", "scalar", "scalar", "scalar" },
    { Isa::Avx2, "avx2", "avx2", "avx2", "avx2" },
    { Isa::AvxVnni, "avx2", "avxvnni", "avxvnni", "avxvnni" },
    { Isa::Avx512, "avx512", "avx2", "avx2", "avx2" },
    { Isa::Avx512Vnni, "avx512", "avx512vnni", "avx512vnni", "avx512vnni" },
    { Isa::Amx, "avx512", "amx", "avx512vnni", "amx" },
};
static_assert(std::size(kFolders) == kAllIsas.size());

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
    QTest::addColumn<int>("row");
    for (int row = 0; row < int(std::size(kFolders)); ++row) {
        if (cpuFeatures().supports(kFolders[row].isa))
            QTest::addRow("%s", isaName(kFolders[row].isa).data()) << row;
    }
}

void KernelDispatch::environmentForcesTheIsaThatRuns()
{
    QFETCH(const int, row);
    const Folders& expected = kFolders[row];
    // A process of its own: the way a person forces it.
    QProcess child;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("MORU_ISA", isaName(expected.isa).data());
    child.setProcessEnvironment(environment);
    child.start(MORU_PRINT_ISA, QStringList {});
    QVERIFY(child.waitForFinished(30'000));
    QCOMPARE(child.exitCode(), 0);
    const auto words = QString::fromUtf8(child.readAllStandardOutput()).trimmed().split(' ');
    QCOMPARE(words.value(0), QString(isaName(expected.isa).data()));
    // What ran, by its result: sets that have only products with packed weights of their own share it.
    for (const Folders& other : kFolders) {
        if (!cpuFeatures().supports(other.isa))
            continue;
        const bool isSame = words.value(1).toUInt() == test::isaFingerprint(test::table(other.isa));
        QCOMPARE(isSame, std::string(other.others) == expected.others);
    }
    // Integer products are the same whoever does them: what their functions are, and all others.
    QStringList folders = words.mid(2);
    QCOMPARE(folders.size(), qsizetype(entries(KernelTable {}).size()));
    QCOMPARE(folders.takeLast(), QString(expected.peak));
    QCOMPARE(folders.takeLast(), QString(expected.int4));
    QCOMPARE(folders.takeLast(), QString(expected.int8));
    QCOMPARE(folders, QStringList(folders.size(), expected.others));
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
