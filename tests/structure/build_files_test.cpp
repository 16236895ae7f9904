#include "tests/structure/build_rules.h"
#include "tests/structure/complaints.h"
#include "tests/support/test_main.h"

namespace moru::test {

namespace {

SourceTree buildFiles()
{
    return readProject({ QStringLiteral("CMakeLists.txt") });
}

SourceTree one(const char* path, const char* text)
{
    return { makeSource(QString::fromUtf8(path), text) };
}

} // namespace

class BuildFiles final : public QObject {
    Q_OBJECT

private slots:
    void everyUnitIsCompiled();
    void anUnlistedUnitIsNoticed();
    void instructionSetsAreChosenInKernelsOnly();
    void aFlagElsewhereIsNoticed();
    void everyTestHasAKnownLabel();
    void anUnknownLabelIsNoticed();
};

void BuildFiles::everyUnitIsCompiled()
{
    const SourceTree units = readProject({ QStringLiteral(".cpp") });
    QVERIFY(!units.isEmpty());
    MORU_NO_COMPLAINTS(unlistedUnits(units, buildFiles()));
}

void BuildFiles::anUnlistedUnitIsNoticed()
{
    const SourceTree unit = one("engine/core/a.cpp", "");
    QCOMPARE(unlistedUnits(unit, one("engine/core/CMakeLists.txt", "lib(core b.cpp # a.cpp\n)")).size(), 1);
    QCOMPARE(unlistedUnits(unit, one("engine/core/CMakeLists.txt", "lib(core b.cpp a.cpp)")).size(), 0);
    QCOMPARE(unlistedUnits(unit, one("engine/CMakeLists.txt", "lib(core core/a.cpp)")).size(), 0);
}

void BuildFiles::instructionSetsAreChosenInKernelsOnly()
{
    MORU_NO_COMPLAINTS(instructionSetFlags(buildFiles()));
}

void BuildFiles::aFlagElsewhereIsNoticed()
{
    QCOMPARE(instructionSetFlags(one("engine/core/CMakeLists.txt", "options(x -march=native)")).size(), 1);
    QCOMPARE(instructionSetFlags(one("engine/kernels/CMakeLists.txt", "kernels(avx2 -mavx2)")).size(), 0);
}

void BuildFiles::everyTestHasAKnownLabel()
{
    MORU_NO_COMPLAINTS(unknownTestLabels(buildFiles()));
}

void BuildFiles::anUnknownLabelIsNoticed()
{
    QCOMPARE(unknownTestLabels(one("tests/core/CMakeLists.txt", "t(a b.cpp LABELS slow LINK x)")).size(), 1);
    QCOMPARE(unknownTestLabels(one("tests/core/CMakeLists.txt", "t(a b.cpp LABELS real LINK x)")).size(), 0);
}

MORU_TEST(BuildFiles)

} // namespace moru::test

#include "build_files_test.moc"
