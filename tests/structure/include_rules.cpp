#include "tests/structure/include_rules.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace moru::test {

namespace {

using namespace Qt::StringLiterals;

const QHash<QString, int>& engineRanks()
{
    static const QHash<QString, int> ranks {
        { u"api"_s, -1 },
        { u"core"_s, 0 },
        // Side by side: none of these knows another.
        { u"loader"_s, 1 },
        { u"tokenizer"_s, 1 },
        { u"templates"_s, 1 },
        { u"sampler"_s, 1 },
        { u"stop"_s, 1 },
        { u"kv_cache"_s, 1 },
        { u"quantization"_s, 1 },
        { u"profiler"_s, 1 },
        { u"kernels"_s, 2 },
        { u"graph"_s, 3 },
        { u"program"_s, 4 },
        { u"architectures"_s, 5 },
        { u"session"_s, 6 },
    };
    return ranks;
}

/// Widgets and what draws; app/ gets along without, but for the program's own main.cpp.
bool isWidgetHeader(const QString& name)
{
    static const QSet<QString> widgets { u"<QApplication"_s, u"<QWidget"_s, u"<QMainWindow"_s, u"<QDialog"_s,
        u"<QLabel"_s, u"<QPushButton"_s, u"<QMessageBox"_s, u"<QAction"_s, u"<QtWidgets"_s, u"<QPainter"_s };
    return widgets.contains(name) || name.startsWith(u"<QtWidgets/"_s) || name.startsWith(u"<QtCharts"_s);
}

QString engineFolder(const QString& path)
{
    return path.section(u'/', 1, 1);
}

QString engineComplaint(const SourceFile& file, const QString& name)
{
    if (name.startsWith(u"<Q"_s) || name.startsWith(u"<Qt"_s))
        return u"the engine knows no Qt"_s;
    if (name.startsWith(u"\"app/"_s) || name.startsWith(u"\"ui/"_s) || name.startsWith(u"\"vision/"_s))
        return u"the engine knows neither vision nor app nor ui"_s;
    if (!name.startsWith(u"\"engine/"_s))
        return {};
    const QString from = engineFolder(file.path);
    const QString to = engineFolder(name.mid(1));
    const auto& ranks = engineRanks();
    if (!ranks.contains(from) || !ranks.contains(to))
        return u"a folder of the engine without a rank in include_rules.cpp"_s;
    if (from != to && ranks[to] >= ranks[from])
        return u"engine/%1 may not know engine/%2"_s.arg(from, to);
    return {};
}

QString visionComplaint(const QString& name)
{
    const bool wrong
        = name.startsWith(u"<Q"_s) || name.startsWith(u"\"app/"_s) || name.startsWith(u"\"ui/"_s);
    return wrong ? u"vision knows the engine only, and no Qt"_s : QString();
}

QString appComplaint(const SourceFile& file, const QString& name)
{
    const bool isMain = file.path == u"app/main.cpp"_s;
    if (name.startsWith(u"\"engine/"_s) && !name.startsWith(u"\"engine/api/"_s))
        return u"app knows of the engine its api only"_s;
    if (name.startsWith(u"\"vision/"_s) && !name.startsWith(u"\"vision/api/"_s))
        return u"app knows of vision its api only"_s;
    if (name.startsWith(u"\"ui/"_s) && !isMain)
        return u"app does not know ui"_s;
    if (isWidgetHeader(name) && !isMain)
        return u"app has no widgets"_s;
    const bool isContract = file.isIn("app/interfaces"_L1) || file.isIn("app/types"_L1);
    if (isContract && name.startsWith(u"\"app/"_s) && !name.startsWith(u"\"app/interfaces/"_s)
        && !name.startsWith(u"\"app/types/"_s))
        return u"interfaces and types know each other only"_s;
    return {};
}

QString uiComplaint(const QString& name)
{
    const bool wrong = name.startsWith(u"\"engine/"_s) || name.startsWith(u"\"vision/"_s)
        || (name.startsWith(u"\"app/"_s) && !name.startsWith(u"\"app/interfaces/"_s)
            && !name.startsWith(u"\"app/types/"_s));
    return wrong ? u"ui knows app/interfaces and app/types only"_s : QString();
}

QString layerComplaint(const SourceFile& file, const QString& name)
{
    if (file.isIn("engine"_L1))
        return engineComplaint(file, name);
    if (file.isIn("vision"_L1))
        return visionComplaint(name);
    if (file.isIn("app"_L1))
        return appComplaint(file, name);
    if (file.isIn("ui"_L1))
        return uiComplaint(name);
    return {};
}

/// Made by moc or rcc, beside the object files.
bool isGenerated(const QString& name)
{
    return name.endsWith(u".moc"_s) || name.startsWith(u"\"moc_"_s);
}

} // namespace

QStringList layerComplaints(const SourceTree& tree)
{
    QStringList found;
    for (const SourceFile& file : tree)
        for (qsizetype i = 0; i < file.code.size(); ++i)
            if (const QString name = includedName(file.code[i]); !name.isEmpty())
                if (const QString what = layerComplaint(file, name); !what.isEmpty())
                    found << complaint(file, i, what + u" ("_s + name.mid(1) + u')');
    return found;
}

QStringList includeStyleComplaints(const SourceTree& tree)
{
    QSet<QString> known;
    for (const SourceFile& file : tree)
        known << file.path;

    QStringList found;
    for (const SourceFile& file : tree) {
        const QString own = file.path.chopped(4) + u".h"_s;
        bool isFirst = true;
        for (qsizetype i = 0; i < file.code.size(); ++i) {
            const QString name = includedName(file.code[i]);
            if (name.isEmpty())
                continue;
            if (isFirst && file.isUnit() && known.contains(own) && name.mid(1) != own)
                found << complaint(file, i, u"the first include is the file's own header"_s);
            isFirst = false;
            if (name.startsWith(u'"') && !isGenerated(name) && !known.contains(name.mid(1)))
                found << complaint(file, i, u"no such header from the project's root: "_s + name.mid(1));
        }
    }
    return found;
}

} // namespace moru::test
