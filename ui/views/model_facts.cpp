#include "ui/views/model_facts.h"

#include "ui/text/figures.h"

#include <QCoreApplication>
#include <QSet>

namespace moru {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ModelFacts)
};

FigureRows::Row fact(const QString& name, const QString& value)
{
    return { name, {}, value, nullptr, false, false };
}

/// "BF16 + F32", in the order of the files.
QString dtypes(const ModelDescription& description)
{
    QStringList names;
    for (const TensorDescription& tensor : description.tensors)
        if (const QString name = QString::fromStdString(tensor.dtype); !names.contains(name))
            names << name;
    return names.join(QStringLiteral(" + "));
}

qsizetype fileCount(const ModelDescription& description)
{
    QSet<QString> files;
    for (const TensorDescription& tensor : description.tensors)
        files.insert(QString::fromStdString(tensor.file));
    return files.size();
}

QString parameterText(double count)
{
    constexpr double kBillion = 1e9;
    constexpr double kMillion = 1e6;
    return count >= kBillion ? Texts::tr("%1 B").arg(decimalText(count / kBillion, 1))
                             : Texts::tr("%1 M").arg(decimalText(count / kMillion, 0));
}

} // namespace

ModelFacts modelFacts(const ModelEntry& entry)
{
    ModelFacts facts;
    if (const auto& d = entry.description) {
        facts.left = { fact(Texts::tr("Architecture"), QString::fromStdString(d->family)),
            fact(Texts::tr("Layers"), countText(d->layerCount)),
            fact(Texts::tr("Heads"), Texts::tr("%1 / %2 KV").arg(d->headCount).arg(d->kvHeadCount)),
            fact(Texts::tr("Head size"), countText(d->headDim)),
            fact(Texts::tr("Vocabulary"), countText(d->vocabularySize)) };
        facts.right = { fact(Texts::tr("Parameters"), parameterText(static_cast<double>(d->parameterCount))),
            fact(Texts::tr("Tensors"), countText(static_cast<qint64>(d->tensors.size()))),
            fact(Texts::tr("Stored as"), dtypes(*d)),
            fact(Texts::tr("Files"),
                QStringLiteral("%1 · %2").arg(fileCount(*d)).arg(diskSizeText(d->weightBytes))),
            fact(Texts::tr("Context length"), countText(d->contextLength)) };
        if (!entry.revision.isEmpty())
            facts.right.push_back(fact(Texts::tr("Revision"), entry.revision.left(8)));
    } else if (const auto& r = entry.registered) {
        facts.left = { fact(Texts::tr("Architecture"), r->family),
            fact(Texts::tr("Parameters"), parameterText(r->parameterCount)) };
        facts.right = { fact(Texts::tr("Download"), diskSizeText(r->downloadBytes)) };
    }
    return facts;
}

} // namespace moru
