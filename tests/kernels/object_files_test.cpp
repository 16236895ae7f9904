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
    void hotLoopsDoNotTouchTheStack_data();
    void hotLoopsDoNotTouchTheStack();
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

/// Innermost loops of a function: from the target of a backward jump to the jump, with no other such inside.
QList<QPair<int, int>> innermostLoops(const QList<Instruction>& code)
{
    static const QRegularExpression jump("^j[a-z]+\\s+(?:0x)?([0-9a-f]+)");
    QList<QPair<int, int>> loops;
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
            [&](const QPair<int, int>& inner) { return inner.first >= begin && inner.second <= i; });
        // A block that was laid behind the function's end jumps back too, across the return.
        const bool returns = std::any_of(code.begin() + begin, code.begin() + i,
            [](const Instruction& instruction) { return instruction.text.startsWith("ret"); });
        if (!holdsAnother && !returns)
            loops.append({ begin, i });
    }
    return loops;
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

void KernelObjects::hotLoopsDoNotTouchTheStack_data()
{
    QTest::addColumn<QString>("isa");
    QTest::addColumn<QStringList>("objects");
    for (const Folder& folder : folders())
        QTest::addRow("%s", qPrintable(folder.isa)) << folder.isa << folder.objects;
    if (folders().isEmpty())
        QTest::addRow("none") << QString() << QStringList();
}

void KernelObjects::hotLoopsDoNotTouchTheStack()
{
    QFETCH(const QString, isa);
    QFETCH(const QStringList, objects);
    const QString objdump = tool({ "llvm-objdump-19", "llvm-objdump", "objdump" });
    if (objdump.isEmpty() || isa.isEmpty())
        QSKIP("no objdump, or no kernels for an instruction set here");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__clang__)
    QSKIP("sanitizers and GCC keep values on the stack; the shipped build is made by Clang");
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)                                      \
    || __has_feature(undefined_behavior_sanitizer)
    QSKIP("sanitizers keep values on the stack");
#endif
#endif
    static const QRegularExpression functionStart("^[0-9a-f]+ <(.*)>:$");
    static const QRegularExpression instruction("^\\s*([0-9a-f]+):\\s+(.*)$");
    // Where the time goes: the tiles. Others, such as the convolution, may hold more than the registers do.
    static const QRegularExpression tile(
        "::(dotTile|scoreTile|addValueColumns|passOverState|packedTile|tileProduct|scaleSums|integerPeak)<");
    // A loop is hot if it multiplies and adds vectors.
    static const QRegularExpression hot("(^|\\s)(v(fmadd|pdpbusd|pmaddwd)|tdpb)");
    static const QRegularExpression stack("\\((%rsp|%rbp)[,)]");
    int hotLoops = 0;
    for (const QString& object : objects) {
        QString function;
        QList<Instruction> code;
        const auto check = [&] {
            // Three tokens at once on AVX2 need all 16 registers, and converting 16-bit elements one more.
            // Only calls of exactly three tokens come here; with more, the rows are converted beforehand.
            static const QRegularExpression converting("ElementB?[fF]16<.*, 3, 4>");
            // So does the mask of a partial vector of the delta rule; no model has heads of such a size.
            static const QRegularExpression masked("passOverState<.*Mask>");
            if (!tile.match(function).hasMatch())
                return QString();
            if (isa == "avx2" && (converting.match(function).hasMatch() || masked.match(function).hasMatch()))
                return QString();
            for (const auto& [begin, end] : innermostLoops(code)) {
                bool multiplies = false;
                QString onStack;
                for (int i = begin; i <= end; ++i) {
                    multiplies = multiplies || hot.match(code[i].text).hasMatch();
                    if (stack.match(code[i].text).hasMatch())
                        onStack = code[i].text;
                }
                hotLoops += multiplies;
                if (multiplies && !onStack.isEmpty())
                    return function + ": " + onStack;
            }
            return QString();
        };
        const auto lines = outputOf(objdump, { "-d", "-C", "--no-show-raw-insn", object }).split('\n');
        for (const QString& row : lines) {
            if (const auto start = functionStart.match(row); start.hasMatch()) {
                const QString complaint = check();
                QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
                function = start.captured(1);
                code.clear();
            } else if (const auto match = instruction.match(row); match.hasMatch()) {
                code.append({ match.captured(1).toULongLong(nullptr, 16), match.captured(2) });
            }
        }
        const QString complaint = check();
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }
    QVERIFY2(hotLoops >= 4, qPrintable(QString::number(hotLoops)));
}

MORU_TEST(KernelObjects)
#include "object_files_test.moc"
