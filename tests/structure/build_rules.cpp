#include "tests/structure/build_rules.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

namespace moru::test {

namespace {

using namespace Qt::StringLiterals;

/// A build file without its comments.
QStringList codeOf(const SourceFile& buildFile)
{
    QStringList code;
    for (const QString& line : buildFile.lines)
        code << line.section(u'#', 0, 0);
    return code;
}

QSet<QString> wordsOf(const SourceFile& buildFile)
{
    static const QRegularExpression separators(u"[\\s()\"]+"_s);
    QSet<QString> words;
    for (const QString& line : codeOf(buildFile))
        for (const QString& word : line.split(separators, Qt::SkipEmptyParts))
            words << word;
    return words;
}

/// By name, by a glob over all folders below, or as one of the kernels' folders, whose files have the same
/// names.
bool lists(const QSet<QString>& words, const QString& unit)
{
    const bool byGlob = words.contains(u"GLOB_RECURSE"_s) && words.contains(u"*.cpp"_s);
    const bool byFolder = words.contains(u"engine_add_kernels"_s) && words.contains(unit.section(u'/', 0, 0))
        && words.contains(unit.section(u'/', 1));
    return byGlob || byFolder || words.contains(unit);
}

} // namespace

QStringList unlistedUnits(const SourceTree& units, const SourceTree& buildFiles)
{
    QHash<QString, QSet<QString>> wordsByFolder;
    for (const SourceFile& buildFile : buildFiles)
        wordsByFolder[buildFile.folder()] = wordsOf(buildFile);

    QStringList found;
    for (const SourceFile& unit : units) {
        bool isListed = false;
        for (QString folder = unit.folder(); !folder.isEmpty() && !isListed;
            folder = folder.contains(u'/') ? folder.section(u'/', 0, -2) : QString())
            isListed = lists(wordsByFolder.value(folder), unit.path.mid(folder.size() + 1));
        if (unit.isUnit() && !isListed)
            found << unit.path + u": no CMakeLists.txt lists it"_s;
    }
    return found;
}

QStringList instructionSetFlags(const SourceTree& buildFiles)
{
    static const QRegularExpression flag(u"-m(avx|fma|amx|sse|f16c|bmi|arch=|cpu=|tune=)"_s);
    QStringList found;
    for (const SourceFile& buildFile : buildFiles) {
        const QStringList code = codeOf(buildFile);
        for (qsizetype i = 0; i < code.size(); ++i)
            if (flag.match(code[i]).hasMatch() && !buildFile.isIn("engine/kernels"_L1))
                found << complaint(buildFile, i, u"flags of an instruction set belong into engine/kernels"_s);
    }
    return found;
}

QStringList unknownTestLabels(const SourceTree& buildFiles)
{
    static const QRegularExpression labels(u"\\bLABELS\\s+([^)]*)"_s);
    static const QRegularExpression separators(u"[\\s;\"]+"_s);
    static const QSet<QString> known { u"quick"_s, u"real"_s, u"full-size"_s };
    QStringList found;
    for (const SourceFile& buildFile : buildFiles) {
        if (!buildFile.isIn("tests"_L1))
            continue;
        const QStringList code = codeOf(buildFile);
        for (qsizetype i = 0; i < code.size(); ++i) {
            // The words after LABELS up to the next keyword, which is in capitals.
            for (const QString& word :
                labels.match(code[i]).captured(1).split(separators, Qt::SkipEmptyParts)) {
                if (word == word.toUpper())
                    break;
                if (word.startsWith(u'$'))
                    continue; // a variable; its values are checked where they are given
                if (!known.contains(word))
                    found << complaint(buildFile, i, u"unknown label "_s + word);
            }
        }
    }
    return found;
}

} // namespace moru::test
