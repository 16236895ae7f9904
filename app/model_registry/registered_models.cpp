#include "app/model_registry/registered_models.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

// Q_INIT_RESOURCE names a function of the global namespace.
static void initializeModelResources()
{
    Q_INIT_RESOURCE(models);
}

namespace moru {

namespace {

RegisteredModel readModel(const QJsonObject& object)
{
    RegisteredModel model;
    model.name = object.value(u"name").toString();
    model.title = object.value(u"title").toString();
    model.repository = object.value(u"repository").toString();
    model.family = object.value(u"family").toString();
    model.parameterCount = object.value(u"parameters").toDouble();
    model.downloadBytes = static_cast<std::uint64_t>(object.value(u"download_bytes").toDouble());
    model.bf16Bytes = static_cast<std::uint64_t>(object.value(u"bf16_bytes").toDouble());
    model.licence = object.value(u"licence").toString();
    model.needsLicenceAccepted = object.value(u"needs_licence_accepted").toBool();
    model.isBaseModel = object.value(u"base").toBool();
    model.readsImages = object.value(u"images").toBool();
    model.canThink = object.value(u"thinking").toBool();
    return model;
}

/// The file is compiled in, so it can only be wrong if the build is; a test reads it.
std::vector<RegisteredModel> readModels()
{
    initializeModelResources();
    QFile file(QStringLiteral(":/models/models.json"));
    std::vector<RegisteredModel> models;
    if (!file.open(QIODevice::ReadOnly))
        return models;
    const QJsonArray list = QJsonDocument::fromJson(file.readAll()).object().value(u"models").toArray();
    for (const QJsonValue& value : list)
        models.push_back(readModel(value.toObject()));
    return models;
}

template <typename Predicate> const RegisteredModel* firstWhere(Predicate predicate)
{
    const auto& models = registeredModels();
    const auto found = std::ranges::find_if(models, predicate);
    return found == models.end() ? nullptr : &*found;
}

bool sameName(const QString& left, const QString& right)
{
    return left.compare(right, Qt::CaseInsensitive) == 0;
}

} // namespace

const std::vector<RegisteredModel>& registeredModels()
{
    static const std::vector<RegisteredModel> models = readModels();
    return models;
}

const RegisteredModel* findRegisteredModel(std::string_view name)
{
    const QString wanted = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return firstWhere([&](const RegisteredModel& model) { return sameName(model.name, wanted); });
}

const RegisteredModel* registeredModelOfRepository(const QString& repository)
{
    return firstWhere([&](const RegisteredModel& model) { return sameName(model.repository, repository); });
}

const RegisteredModel* registeredModelOfFolderName(const QString& name)
{
    return firstWhere([&](const RegisteredModel& model) {
        return sameName(model.name, name) || sameName(model.repository.section(u'/', -1), name);
    });
}

} // namespace moru
