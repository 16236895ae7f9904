#include "tests/support/test_main.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

// What the compiler made of the kernels, read back from the object files: MORU_KERNEL_OBJECTS has
// "isa=file;file" groups, separated by '|'.

class KernelObjects final : public QObject {
    Q_OBJECT
private slots:
    void sharedSymbolsNameTheirIsa();
    void everyFolderHasItsInstructions();
    void hotLoopsDoNotTouchTheStack_data() { addFolders(); }
    void hotLoopsDoNotTouchTheStack();
    void noLoopOfAStepPutsVectorsOnTheStack_data() { addFolders(); }
    void noLoopOfAStepPutsVectorsOnTheStack();

private:
    static void addFolders();
};

namespace {

struct Folder {
    QString isa;
    QStringList objects;
};

QList<Folder> folders()
{
    QList<Folder> list;
    for (const QString& group : QString(MORU_KERNEL_OBJECTS).split('|', Qt::SkipEmptyParts)) {
        const auto parts = group.split('=');
        list.append({ parts.value(0), parts.value(1).split(';', Qt::SkipEmptyParts) });
    }
    return list;
}

QString tool(const QStringList& names)
{
    for (const QString& name : names) {
        const QString path = QStandardPaths::findExecutable(name);
        if (!path.isEmpty())
            return path;
    }
    return {};
}

QString outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished(120'000) ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

struct Instruction {
    qulonglong address = 0;
    QString text;
};

struct Function {
    QString name;
    QList<Instruction> code;
};

QList<Function> functionsOf(const QString& objdump, const QString& object)
{
    static const QRegularExpression start("^[0-9a-f]+ <(.*)>:$");
    static const QRegularExpression instruction("^\\s*([0-9a-f]+):\\s+(.*)$");
    QList<Function> functions;
    for (const QString& row : outputOf(objdump, { "-d", "-C", "--no-show-raw-insn", object }).split('\n')) {
        if (const auto match = start.match(row); match.hasMatch())
            functions.append({ match.captured(1), {} });
        else if (const auto match2 = instruction.match(row); match2.hasMatch() && !functions.isEmpty())
            functions.last().code.append({ match2.captured(1).toULongLong(nullptr, 16), match2.captured(2) });
    }
    return functions;
}

struct Loop {
    int begin = 0;
    int end = 0;
    bool isInnermost = true;
};

/// From the target of a backward jump to the jump; innermost with no other such inside.
QList<Loop> loopsOf(const QList<Instruction>& code)
{
    static const QRegularExpression jump("^j[a-z]+\\s+(?:0x)?([0-9a-f]+)");
    QList<Loop> loops;
    for (int i = 0; i < code.size(); ++i) {
        const auto match = jump.match(code[i].text);
        if (!match.hasMatch())
            continue;
        const qulonglong target = match.captured(1).toULongLong(nullptr, 16);
        if (target >= code[i].address || target < code.first().address)
            continue;
        int begin = i;
        while (begin > 0 && code[begin].address > target)
            --begin;
        const bool holdsAnother = std::any_of(loops.begin(), loops.end(),
            [&](const Loop& inner) { return inner.begin >= begin && inner.end <= i; });
        // A block that was laid behind the function's end jumps back too, across the return.
        const bool returns = std::any_of(code.begin() + begin, code.begin() + i,
            [](const Instruction& instruction) { return instruction.text.startsWith("ret"); });
        if (!returns)
            loops.append({ begin, i, !holdsAnother });
    }
    return loops;
}

const QRegularExpression& onStack()
{
    static const QRegularExpression expression("\\((%rsp|%rbp)[,)]");
    return expression;
}

/// Exactly what is known to need the stack, and why that is no loss.
bool isExempt(const QString& isa, const QString& function)
{
    // Three tokens at once on AVX2 need all 16 registers, and converting 16-bit elements one more. Only calls
    // of exactly three tokens come here; with more, the rows are converted beforehand.
    static const QRegularExpression converting("dotTile<.*ElementB?[fF]16<.*, 3, 4>");
    // So does the mask of a partial vector of the delta rule; no model has heads of such a size.
    static const QRegularExpression masked("passOverState<.*Mask>");
    // Four sums of groups wait for each other: a dozen moves among the four hundred vector instructions for
    // 128 numbers.
    static const QRegularExpression waiting("quantiseTokens?<");
    return isa == "avx2"
        && (converting.match(function).hasMatch() || masked.match(function).hasMatch()
            || waiting.match(function).hasMatch());
}

/// Why the loops of this build cannot be judged; null where they can.
const char* reasonToSkip()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__clang__)
    return "sanitizers and GCC keep values on the stack; the shipped build is made by Clang";
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
    static const QRegularExpression hot("(^|\\s)(v(fmadd|pdpbusd|pmaddwd)|tdpb)");
    int hotLoops = 0;
    for (const QString& object : objects) {
        for (const auto& [name, code] : functionsOf(objdump, object)) {
            if (!tile.match(name).hasMatch() || isExempt(isa, name))
                continue;
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
                QVERIFY2(offender.isEmpty(), qPrintable(name + ": " + offender));
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
            for (const Loop& loop : loopsOf(code)) {
                ++loopsIn[match.captured(1)];
                for (int i = loop.begin; i <= loop.end && !isExempt(isa, name); ++i) {
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

MORU_TEST(KernelObjects)
#include "object_files_test.moc"
