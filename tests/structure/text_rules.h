#pragma once

#include "tests/structure/source_tree.h"

#include <QRegularExpression>

#include <functional>

namespace moru::test {

/// A pattern that must not occur in the code of some files.
struct ForbiddenText {
    const char* name; ///< For test reports: "the engine prints".
    QRegularExpression pattern;
    std::function<bool(const SourceFile&)> applies;
    bool inComments; ///< Looks at comments too.
    const char* sample; ///< A line that it must catch; the tests prove that it does.
    const char* samplePath; ///< A file in which that line is wrong.
};

[[nodiscard]] const QList<ForbiddenText>& forbiddenTexts();

[[nodiscard]] QStringList complaintsAbout(const ForbiddenText& rule, const SourceTree& tree);

/// Headers without "#pragma once" as their first line of code.
[[nodiscard]] QStringList pragmaComplaints(const SourceTree& tree);

/// Declarations of kernels (engine/kernels/kernel_table.h) and errors (engine/api/error.h) without a
/// docstring.
[[nodiscard]] QStringList docstringComplaints(const SourceTree& tree);

} // namespace moru::test
