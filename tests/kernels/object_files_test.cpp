#include "tests/kernels/disassembly.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>

// What the compiler made of the kernels, read back from the object files.

class KernelObjects final : public QObject {
    Q_OBJECT
private slots:
    void sharedSymbolsNameTheirIsa();
    void everyFolderHasItsInstructions();
    void hotLoopsDoNotTouchTheStack_data() { addFolders(); }
    void hotLoopsDoNotTouchTheStack();
    void noLoopOfAStepPutsVectorsOnTheStack_data() { addFolders(); }
    void noLoopOfAStepPutsVectorsOnTheStack();
    void peakProbesMultiplyForEverySum_data() { addFolders(); }
    void peakProbesMultiplyForEverySum();

private:
    static void addFolders();
};

namespace {

using namespace moru::test;

const QRegularExpression& onStack()
{
    static const QRegularExpression expression("\\((%rsp|%rbp)[,)]");
    return expression;
}

#if defined(__clang__)
constexpr bool kIsGcc = false;
#else
constexpr bool kIsGcc = true;
#endif

/// Functions of a folder that are known to need the stack, and why that is no loss.
struct Exemption {
    const char* isa;
    const char* function;
    bool isOfGcc = false; ///< Of GCC 12 only; the shipped build is made by Clang.
    bool isAround = false; ///< Outside of the innermost loops only.
};
constexpr Exemption kExemptions[] = {
    // Three tokens at once on AVX2 need all 16 registers, and converting 16-bit elements one more. Only calls
    // of exactly three tokens come here; with more, the rows are converted beforehand.
    { "avx2", "dotTile<.*ElementB?[fF]16<.*, 3, 4>" },
    // So does the mask of a partial vector of the delta rule; no model has heads of such a size.
    { "avx2", "passOverState<.*Mask>" },
    // Four sums of groups wait for each other: a dozen moves among the four hundred vector instructions for
    // 128 numbers.
    { "avx2", "quantiseTokens?<" },
    // The halves of weights and activations are more than it has registers for.
    { "avx2", "packedTile<", true },
    // The last elements of a row are copied to where a whole vector may be read.
    { "avx2", "dotTile<.*ElementB?[fF]16<", true },
    // It moves two of four weight vectors through the stack, with half the registers free.
    { "avx512vnni", "packedTile<.*Int8Weights<128>, (3, 1, 4, true|2, 2, 4, (true|false))>", true },
    // Addresses only, and eight products of sixteen cycles each.
    { "amx", "tileProduct<", true },
    // Once a block, it keeps what the innermost loop does not need there.
    { "avx512vnni", "packedTile<", true, true },
    { "avx512", "rotateBlocks<", true },
};

bool isExempt(const QString& isa, const QString& function, bool isAround)
{
    return std::any_of(std::begin(kExemptions), std::end(kExemptions), [&](const Exemption& exemption) {
        return isa == exemption.isa && (!exemption.isOfGcc || kIsGcc) && (!exemption.isAround || isAround)
            && QRegularExpression(exemption.function).match(function).hasMatch();
    });
}

/// Why the loops of this build cannot be judged; null where they can.
const char* reasonToSkip()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return "sanitizers keep values on the stack";
#elif !defined(__clang__) && __GNUC__ != 12
    return "what other versions of GCC than 12 keep on the stack has not been looked at";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)                                      \
    || __has_feature(undefined_behavior_sanitizer)
    return "sanitizers keep values on the stack";
#endif
#endif
    return nullptr;
}

} // namespace

void KernelObjects::sharedSymbolsNameTheirIsa()
{
    // The linker keeps one of several weak symbols of a name. One that two folders share would be run by a
    // processor for which it was not compiled.
    const QString nm = tool({ "llvm-nm-19", "llvm-nm", "nm" });
    if (nm.isEmpty() || folders().isEmpty())
        QSKIP("no nm, or no kernels for an instruction set here");
    static const QRegularExpression line("^(?:[0-9a-f]+ )?\\s*([A-Za-z]) (.*)$");
    int seen = 0;
    for (const Folder& folder : folders()) {
        for (const QString& object : folder.objects) {
            for (const QString& row : outputOf(nm, { "-C", object }).split('\n')) {
                const auto match = line.match(row.trimmed());
                if (!match.hasMatch() || !QString("WVuw").contains(match.captured(1)))
                    continue;
                if (match.captured(1) == "w" && row.startsWith("    "))
                    continue; // only asked for, not defined
                ++seen;
                QVERIFY2(match.captured(2).contains("::" + folder.isa + "::"),
                    qPrintable(object + ": " + match.captured(2)));
            }
        }
    }
    QVERIFY(seen > 20); // the templates of simd/ are such symbols: without any, this test looked at nothing
}

void KernelObjects::everyFolderHasItsInstructions()
{
    // A folder that was compiled without its flags, or for another's, would give right results.
    const QString objdump = tool({ "llvm-objdump-19", "llvm-objdump", "objdump" });
    if (objdump.isEmpty() || folders().isEmpty())
        QSKIP("no objdump, or no kernels for an instruction set here");
    const QString wide = "%zmm";
    const QString dots = "vpdpbusd";
    const QString tiles = "tdpbsud";
    const QHash<QString, QSet<QString>> expected { { "avx2", {} }, { "avxvnni", { dots } },
        { "avx512", { wide } }, { "avx512vnni", { wide, dots } }, { "amx", { wide, tiles } } };
    for (const Folder& folder : folders()) {
        QString code;
        for (const QString& object : folder.objects)
            code += outputOf(objdump, { "-d", "--no-show-raw-insn", object });
        QVERIFY(code.contains("%ymm") || code.contains("%zmm"));
        QVERIFY(expected.contains(folder.isa));
        for (const QString& instruction : { wide, dots, tiles })
            QVERIFY2(code.contains(instruction) == expected[folder.isa].contains(instruction),
                qPrintable(folder.isa + ": " + instruction));
    }
}

void KernelObjects::addFolders()
{
    QTest::addColumn<QString>("isa");
    QTest::addColumn<QStringList>("objects");
    for (const Folder& folder : folders())
        QTest::addRow("%s", qPrintable(folder.isa)) << folder.isa << folder.objects;
    if (folders().isEmpty())
        QTest::addRow("none") << QString() << QStringList();
}

/// Starts a test of loops: the row's folder, and a disassembler.
#define MORU_LOOPS(isa, objects, objdump)                                                                    \
    QFETCH(const QString, isa);                                                                              \
    QFETCH(const QStringList, objects);                                                                      \
    const QString objdump = tool({ "llvm-objdump-19", "llvm-objdump", "objdump" });                          \
    if (objdump.isEmpty() || isa.isEmpty())                                                                  \
        QSKIP("no objdump, or no kernels for an instruction set here");                                      \
    if (reasonToSkip() != nullptr)                                                                           \
    QSKIP(reasonToSkip())

void KernelObjects::hotLoopsDoNotTouchTheStack()
{
    MORU_LOOPS(isa, objects, objdump);
    // Where the time goes: the tiles. Others, such as the convolution, may hold more than the registers do.
    static const QRegularExpression tile("::(dotTile|scoreTile|addValueColumns|passOverState|packedTile|"
                                         "tileProduct|scaleSums|integerPeak|tilePeak)<");
    // A loop is hot if it multiplies and adds vectors.
    static const QRegularExpression hot("(^|\\s)(v(fmadd|pdpbusd|pmaddwd|pmaddubsw)|tdpb)");
    int hotLoops = 0;
    for (const QString& object : objects) {
        for (const auto& [name, code] : functionsOf(objdump, object)) {
            if (!tile.match(name).hasMatch())
                continue;
            const bool mayTouch = isExempt(isa, name, false);
            for (const auto& [begin, end, isInnermost] : loopsOf(code)) {
                bool multiplies = false;
                QString offender;
                for (int i = begin; i <= end; ++i) {
                    multiplies = multiplies || hot.match(code[i].text).hasMatch();
                    if (onStack().match(code[i].text).hasMatch())
                        offender = code[i].text;
                }
                if (!isInnermost || !multiplies)
                    continue;
                ++hotLoops;
                QVERIFY2(offender.isEmpty() || mayTouch, qPrintable(name + ": " + offender));
            }
        }
    }
    QVERIFY2(hotLoops >= 4, qPrintable(QString::number(hotLoops)));
}

void KernelObjects::noLoopOfAStepPutsVectorsOnTheStack()
{
    MORU_LOOPS(isa, objects, objdump);
    // What is done once for a block of K or of the cache, around the innermost loops or beside them.
    // Addresses and numbers of a row may lie on the stack there: tileProduct moves some fifty a block, in
    // which eight tile products or more take sixteen cycles each.
    QHash<QString, int> loopsIn;
    static const QRegularExpression step(
        "::(packedTile|tileProduct|scaleSums|softmaxStep|capScores|rotateBlocks|quantiseTokens?)<");
    static const QRegularExpression wholeVector("^(?!vbroadcast).*%[yzt]mm");
    for (const QString& object : objects) {
        for (const auto& [name, code] : functionsOf(objdump, object)) {
            const auto match = step.match(name);
            if (!match.hasMatch())
                continue;
            const bool mayTouch = isExempt(isa, name, true);
            for (const Loop& loop : loopsOf(code)) {
                ++loopsIn[match.captured(1)];
                for (int i = loop.begin; i <= loop.end && !mayTouch; ++i) {
                    const bool isSpill = onStack().match(code[i].text).hasMatch()
                        && wholeVector.match(code[i].text).hasMatch();
                    QVERIFY2(!isSpill, qPrintable(name + ": " + code[i].text));
                }
            }
        }
    }
    // Each of them was there to be looked at: none has become a part of another.
    const bool hasFloats = isa == "avx2" || isa == "avx512";
    const QStringList expected = hasFloats ? QStringList { "softmaxStep", "capScores", "rotateBlocks" }
        : isa == "amx"                     ? QStringList { "tileProduct", "scaleSums" }
                                           : QStringList { "packedTile" };
    for (const QString& name : expected)
        QVERIFY2(loopsIn[name] > 0, qPrintable(name));
    QVERIFY(!hasFloats || loopsIn["quantiseToken"] + loopsIn["quantiseTokens"] > 0);
}

void KernelObjects::peakProbesMultiplyForEverySum()
{
    // A probe whose products the compiler moved out of its loop promises several times what there is.
    MORU_LOOPS(isa, objects, objdump);
    static const QRegularExpression probe("::(integerPeak|tilePeak)<");
    static const QRegularExpression product("(^|\\s)(vpdpbusd|vpmaddwd|tdpbsud)");
    // Chains of their IntVector, each of one product or, without dot products, of two.
    const QHash<QString, int> expected { { "avx2", 16 }, { "avxvnni", 12 }, { "avx512", 0 },
        { "avx512vnni", 24 }, { "amx", 4 } };
    QVERIFY(expected.contains(isa));
    int products = 0;
    for (const QString& object : objects) {
        for (const auto& [name, code] : functionsOf(objdump, object)) {
            if (!probe.match(name).hasMatch())
                continue;
            for (const auto& [begin, end, isInnermost] : loopsOf(code)) {
                for (int i = begin; i <= end; ++i)
                    products += product.match(code[i].text).hasMatch() ? 1 : 0;
            }
        }
    }
    QCOMPARE(products, expected[isa]);
}

MORU_TEST(KernelObjects)
#include "object_files_test.moc"
