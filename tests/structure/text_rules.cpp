#include "tests/structure/text_rules.h"

namespace moru::test {

namespace {

using namespace Qt::StringLiterals;

bool isProduct(const SourceFile& file)
{
    return file.isIn("engine"_L1) || file.isIn("vision"_L1) || file.isIn("app"_L1) || file.isIn("ui"_L1);
}

bool isEngine(const SourceFile& file)
{
    return file.isIn("engine"_L1) || file.isIn("vision"_L1);
}

/// engine/kernels/avx2/… and its like are the only place for one instruction set's code. The probe of the
/// memory's speed is the exception: it must read as the kernels do.
bool isOutsideKernelFolders(const SourceFile& file)
{
    const bool isProbe = file.path == u"engine/core/memory_probe.cpp"_s;
    return !isProbe && (!file.isIn("engine/kernels"_L1) || file.path.count(u'/') < 3);
}

} // namespace

const QList<ForbiddenText>& forbiddenTexts()
{
    static const QList<ForbiddenText> rules {
        { "something is left for later",
            QRegularExpression(u"\\b(TODO|FIXME|XXX|HACK)\\b|\\b[Nn]ot implemented|\\b[Uu]nimplemented"_s),
            isProduct, true, "// TODO: the rest", "ui/views/a.cpp" },
        { "the engine prints",
            QRegularExpression(
                u"std::(cout|cerr|clog|puts|print)\\b|\\b(printf|fprintf|puts|fputs|qDebug|qWarning)\\s*\\("
                "|fmt::print"_s),
            isEngine, false, "fmt::print(\"{}\", x);", "engine/core/a.cpp" },
        { "the engine ends the program",
            QRegularExpression(u"\\b(exit|_exit|_Exit|quick_exit|abort|terminate)\\s*\\("_s), isEngine, false,
            "std::abort();", "engine/core/a.cpp" },
        { "the engine reads numbers by the locale",
            QRegularExpression(u"\\b(strtod|strtof|atof|stod|stof|setlocale)\\s*\\("_s), isEngine, false,
            "const double x = std::stod(text);", "engine/loader/a.cpp" },
        { "the environment decides deep inside the engine", QRegularExpression(u"\\bgetenv\\s*\\("_s),
            [](const SourceFile& file) { return isEngine(file) && !file.isIn("engine/core"_L1); }, false,
            "const char* isa = std::getenv(\"X\");", "engine/session/a.cpp" },
        { "a header opens a namespace to all", QRegularExpression(u"^\\s*using namespace\\b"_s),
            [](const SourceFile& file) { return file.isHeader(); }, false, "using namespace std;",
            "app/types/a.h" },
        { "libstdc++ 12 lacks this header",
            QRegularExpression(u"#\\s*include\\s*<(format|print|mdspan|flat_map|generator)>"_s), isProduct,
            false, "#include <format>", "app/cli/a.cpp" },
        { "vector instructions outside engine/kernels/<instruction set>",
            QRegularExpression(
                u"#\\s*include\\s*<(immintrin|arm_neon)\\.h>|__attribute__\\s*\\(\\(target|#pragma GCC target"_s),
            [](const SourceFile& file) { return isProduct(file) && isOutsideKernelFolders(file); }, false,
            "#include <immintrin.h>", "engine/kernels/dispatch.cpp" },
        { "memory is managed by hand",
            QRegularExpression(u"\\b(malloc|calloc|realloc)\\s*\\(|\\bdelete\\s+[a-z*]"_s), isEngine, false,
            "void* p = malloc(8);", "engine/core/a.cpp" },
    };
    return rules;
}

QStringList complaintsAbout(const ForbiddenText& rule, const SourceTree& tree)
{
    QStringList found;
    for (const SourceFile& file : tree) {
        if (!rule.applies(file))
            continue;
        const QStringList& lines = rule.inComments ? file.lines : file.code;
        for (qsizetype i = 0; i < lines.size(); ++i)
            if (rule.pattern.match(lines[i]).hasMatch())
                found << complaint(file, i, QLatin1String(rule.name));
    }
    return found;
}

QStringList pragmaComplaints(const SourceTree& tree)
{
    QStringList found;
    for (const SourceFile& file : tree) {
        if (!file.isHeader())
            continue;
        const auto isBlank = [](const QString& line) { return line.trimmed().isEmpty(); };
        const auto first = std::find_if_not(file.code.begin(), file.code.end(), isBlank);
        if (first == file.code.end() || first->trimmed() != u"#pragma once"_s)
            found << complaint(file, 0, u"a header starts with #pragma once"_s);
    }
    return found;
}

QStringList docstringComplaints(const SourceTree& tree)
{
    // A kernel is a type of function; an error is a line of the one enum of errors.
    static const QRegularExpression kernel(u"^using \\w+ = void \\(\\*\\)"_s);
    static const QRegularExpression error(u"^    [A-Z]\\w+,"_s);
    QStringList found;
    for (const SourceFile& file : tree) {
        for (qsizetype i = 0; i < file.lines.size(); ++i) {
            const QString& line = file.lines[i];
            const QString above = i > 0 ? file.lines[i - 1].trimmed() : QString();
            const bool documentedAbove = above.startsWith(u"///"_s);
            const bool endsItsTask = above == u"};"_s; // the struct of its arguments carries the docstring
            if (file.path == u"engine/kernels/kernel_table.h"_s && kernel.match(line).hasMatch()
                && !documentedAbove && !endsItsTask)
                found << complaint(file, i, u"a kernel without a docstring"_s);
            if (file.path == u"engine/api/error.h"_s && error.match(line).hasMatch()
                && !line.contains(u"///<"_s) && !documentedAbove)
                found << complaint(file, i, u"an error without a sentence"_s);
        }
    }
    return found;
}

} // namespace moru::test
