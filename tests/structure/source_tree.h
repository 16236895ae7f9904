#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace moru::test {

/// One text file of the project.
struct SourceFile {
    QString path; ///< From the root of the project, with forward slashes: "engine/core/dtype.cpp".
    QStringList lines; ///< As written.
    QStringList code; ///< The same lines with C++ comments blanked out; strings are kept.

    /// The folder part of the path: "engine/core".
    [[nodiscard]] QString folder() const;
    [[nodiscard]] bool isHeader() const { return path.endsWith(QLatin1String(".h")); }
    [[nodiscard]] bool isUnit() const { return path.endsWith(QLatin1String(".cpp")); }
    [[nodiscard]] bool isIn(QLatin1String folder) const { return path.startsWith(folder + QLatin1Char('/')); }
};

/// Files by path. Rules are functions of a tree, so that tests can plant a fault in a small one.
using SourceTree = QList<SourceFile>;

[[nodiscard]] SourceFile makeSource(const QString& path, const QByteArray& text);

/// The project's own files below its source folders and its top level, of these endings (".cpp",
/// "CMakeLists.txt"). Folders of builds and hidden ones are left out.
[[nodiscard]] SourceTree readProject(const QStringList& endings);

/// "path:line: what", the form of every complaint.
[[nodiscard]] QString complaint(const SourceFile& file, qsizetype lineIndex, const QString& what);

/// What is inside the quotes or angle brackets of an #include line, with the opening one: "\"a/b.h" or
/// "<QString". Empty for other lines.
[[nodiscard]] QString includedName(const QString& line);

} // namespace moru::test
