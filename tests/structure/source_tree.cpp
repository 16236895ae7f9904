#include "tests/structure/source_tree.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace moru::test {

namespace {

/// Blanks comments out. Knows strings, characters and digit separators; the project has no raw strings that
/// hold a comment mark after a quote.
class CommentRemover {
public:
    QString next(const QString& line)
    {
        QString code = line;
        QChar quote;
        for (qsizetype i = 0; i < line.size(); ++i) {
            const QStringView rest = QStringView(line).mid(i);
            if (m_insideBlock) {
                m_insideBlock = !rest.startsWith(QLatin1String("*/"));
                code[i] = QLatin1Char(' ');
                if (!m_insideBlock)
                    code[++i] = QLatin1Char(' ');
            } else if (!quote.isNull()) {
                if (line[i] == QLatin1Char('\\'))
                    ++i;
                else if (line[i] == quote)
                    quote = {};
            } else if (rest.startsWith(QLatin1String("//"))) {
                return code.left(i);
            } else if (rest.startsWith(QLatin1String("/*"))) {
                m_insideBlock = true;
                code[i] = QLatin1Char(' ');
                code[++i] = QLatin1Char(' ');
            } else if (line[i] == QLatin1Char('"')
                || (line[i] == QLatin1Char('\'') && !afterDigit(line, i))) {
                quote = line[i];
            }
        }
        return code;
    }

private:
    static bool afterDigit(const QString& line, qsizetype i)
    {
        return i > 0 && line[i - 1].isLetterOrNumber();
    }

    bool m_insideBlock = false;
};

bool endsWithAny(const QString& name, const QStringList& endings)
{
    return std::any_of(
        endings.begin(), endings.end(), [&](const QString& ending) { return name.endsWith(ending); });
}

} // namespace

QString SourceFile::folder() const
{
    const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
    return slash < 0 ? QString() : path.left(slash);
}

SourceFile makeSource(const QString& path, const QByteArray& text)
{
    SourceFile file { path, QString::fromUtf8(text).split(QLatin1Char('\n')), {} };
    if (!file.lines.isEmpty() && file.lines.last().isEmpty())
        file.lines.removeLast();
    CommentRemover remover;
    for (const QString& line : std::as_const(file.lines))
        file.code << remover.next(line);
    return file;
}

SourceTree readProject(const QStringList& endings)
{
    const QDir root(QStringLiteral(MORU_SOURCE_DIR));
    QStringList paths;
    for (const QString& name : root.entryList(QDir::Files))
        if (endsWithAny(name, endings))
            paths << name;
    for (const char* folder :
        { "engine", "vision", "app", "ui", "tests", "packaging", "resources", "translations" }) {
        QDirIterator it(root.filePath(QLatin1String(folder)), QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = root.relativeFilePath(it.next());
            if (endsWithAny(path, endings))
                paths << path;
        }
    }
    paths.sort();
    SourceTree tree;
    for (const QString& path : std::as_const(paths)) {
        QFile file(root.filePath(path));
        if (file.open(QIODevice::ReadOnly))
            tree << makeSource(path, file.readAll());
    }
    return tree;
}

QString complaint(const SourceFile& file, qsizetype lineIndex, const QString& what)
{
    return QStringLiteral("%1:%2: %3").arg(file.path).arg(lineIndex + 1).arg(what);
}

QString includedName(const QString& line)
{
    static const QRegularExpression pattern(QStringLiteral("^\\s*#\\s*include\\s*([\"<][^\">]+)[\">]"));
    const QRegularExpressionMatch match = pattern.match(line);
    return match.hasMatch() ? match.captured(1) : QString();
}

} // namespace moru::test
