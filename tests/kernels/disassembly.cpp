#include "tests/kernels/disassembly.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

// MORU_KERNEL_OBJECTS has "isa=file;file" groups, separated by '|'.

namespace moru::test {

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

} // namespace moru::test
