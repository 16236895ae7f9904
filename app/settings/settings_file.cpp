#include "app/settings/settings_file.h"

#include "app/settings/settings_table.h"
#include "app/types/path_text.h"

#include <QUrl>

#include <algorithm>
#include <utility>

namespace moru {

namespace {

/// Keys of models hold slashes and dots; QSettings makes groups of slashes.
QString groupOf(const QString& modelKey)
{
    return QStringLiteral("model/") + QString::fromLatin1(QUrl::toPercentEncoding(modelKey));
}

QString placeOf(SettingId id, const QString& modelKey)
{
    return groupOf(modelKey) + u'/' + QString::fromLatin1(settingRow(id).key);
}

QString placeOf(SettingId id)
{
    return QString::fromLatin1(settingRow(id).key);
}

/// The row that a key of the file is read by; null for what is no setting of this version.
const SettingRow* rowAt(const QString& place)
{
    const bool ofModel = place.startsWith(QLatin1String("model/"));
    const QByteArray key = ofModel ? place.section(u'/', 2).toLatin1() : place.toLatin1();
    const SettingScope scope = ofModel ? SettingScope::Model : SettingScope::Application;
    const auto row = std::ranges::find_if(settingsTable(),
        [&](const SettingRow& candidate) { return candidate.scope == scope && key == candidate.key; });
    return row == settingsTable().end() ? nullptr : &*row;
}

bool meansTheSame(const SettingRow& row, const QVariant& stands, const QVariant& used)
{
    switch (row.kind) {
    case SettingKind::Integer:
    case SettingKind::Real: {
        bool isNumber = false;
        const double number = stands.toDouble(&isNumber);
        return isNumber && number == used.toDouble();
    }
    case SettingKind::Choice:
        return stands.toString() == used.toString();
    default:
        return true;
    }
}

/// What a model's own file can say; unset for settings that it has no word for.
std::optional<double> samplingField(SettingId id, const SamplingOptions& sampling)
{
    switch (id) {
    case SettingId::Temperature:
        return sampling.temperature;
    case SettingId::TopK:
        return sampling.topK;
    case SettingId::TopP:
        return sampling.topP;
    case SettingId::MinP:
        return sampling.minP;
    case SettingId::RepetitionPenalty:
        return sampling.repetitionPenalty;
    case SettingId::PresencePenalty:
        return sampling.presencePenalty;
    case SettingId::FrequencyPenalty:
        return sampling.frequencyPenalty;
    default:
        return std::nullopt;
    }
}

} // namespace

SettingsFile::SettingsFile(const std::filesystem::path& file, QObject* parent)
    : SettingsStore(parent)
    , m_file(pathText(file), QSettings::IniFormat)
{
}

bool SettingsFile::isWritable() const
{
    return m_file.isWritable() && m_file.status() == QSettings::NoError;
}

std::vector<Notice> SettingsFile::corrections() const
{
    std::vector<Notice> found;
    for (const QString& place : m_file.allKeys()) {
        const SettingRow* row = rowAt(place);
        if (!row || !*row->title)
            continue;
        const QVariant stands = m_file.value(place);
        const QVariant used = allowedValue(*row, stands);
        if (meansTheSame(*row, stands, used))
            continue;
        // A comma makes a list of what stands there.
        found.push_back({ NoticeKind::SettingCorrected, QString::fromUtf8(row->title), {},
            QDateTime::currentDateTime(), { stands.toStringList().join(u','), used.toString() } });
    }
    return found;
}

void SettingsFile::setModelDefaults(const QString& modelKey, const ModelSamplingDefaults& defaults)
{
    m_modelDefaults.insert_or_assign(modelKey, defaults);
    emit modelValuesChanged(modelKey);
}

SettingDescription SettingsFile::describe(SettingId id) const
{
    return describeSetting(id);
}

QVariant SettingsFile::value(SettingId id) const
{
    return allowedValue(settingRow(id), m_file.value(placeOf(id), defaultValue(settingRow(id))));
}

void SettingsFile::setValue(SettingId id, const QVariant& value)
{
    const QVariant allowed = allowedValue(settingRow(id), value);
    if (allowed == this->value(id))
        return;
    m_file.setValue(placeOf(id), allowed);
    emit changed(id);
}

void SettingsFile::reset(SettingId id)
{
    if (!m_file.contains(placeOf(id)))
        return;
    m_file.remove(placeOf(id));
    emit changed(id);
}

std::optional<QString> SettingsFile::forcedBy(SettingId) const
{
    // MORU_ISA and MORU_MODELS_DIR rule things that are no settings; nothing here is ruled from outside yet.
    return std::nullopt;
}

QVariant SettingsFile::modelOwnValue(SettingId id, const QString& modelKey, SettingOrigin& origin) const
{
    origin = SettingOrigin::BuiltIn;
    const auto known = m_modelDefaults.find(modelKey);
    if (known == m_modelDefaults.end())
        return defaultValue(settingRow(id));
    const std::optional<double> field = samplingField(id, known->second.sampling);
    if (!field)
        return defaultValue(settingRow(id));
    if (known->second.isFromModel)
        origin = SettingOrigin::FromModel;
    return allowedValue(settingRow(id), *field);
}

ModelSettingValue SettingsFile::modelValue(SettingId id, const QString& modelKey) const
{
    ModelSettingValue result;
    result.resetValue = modelOwnValue(id, modelKey, result.origin);
    result.value = result.resetValue;
    if (m_file.contains(placeOf(id, modelKey))) {
        result.value = allowedValue(settingRow(id), m_file.value(placeOf(id, modelKey)));
        result.origin = SettingOrigin::ChangedByPerson;
    }
    return result;
}

void SettingsFile::setModelValue(SettingId id, const QString& modelKey, const QVariant& value)
{
    const QVariant allowed = allowedValue(settingRow(id), value);
    const ModelSettingValue present = modelValue(id, modelKey);
    if (allowed == present.value)
        return;
    m_file.setValue(placeOf(id, modelKey), allowed);
    emit modelValuesChanged(modelKey);
}

void SettingsFile::resetModelValue(SettingId id, const QString& modelKey)
{
    m_file.remove(placeOf(id, modelKey));
    emit modelValuesChanged(modelKey);
}

void SettingsFile::resetModelValues(const QString& modelKey)
{
    for (const SettingId id : samplingSettings())
        m_file.remove(placeOf(id, modelKey));
    emit modelValuesChanged(modelKey);
}

LoadOptions SettingsFile::loadOptions() const
{
    LoadOptions options;
    const Result<Precision> precision
        = parsePrecision(value(SettingId::PrecisionName).toString().toStdString());
    options.precision = precision ? *precision : defaultPrecision();
    options.threadCount = value(SettingId::ThreadCount).toInt();
    options.contextLength = value(SettingId::ContextLength).toInt();
    return options;
}

void SettingsFile::fillRequest(const QString& modelKey, GenerationRequest& request) const
{
    const auto number = [&](SettingId id) { return modelValue(id, modelKey).value.toDouble(); };
    request.sampling.temperature = number(SettingId::Temperature);
    request.sampling.topK = static_cast<int>(number(SettingId::TopK));
    request.sampling.topP = number(SettingId::TopP);
    request.sampling.minP = number(SettingId::MinP);
    request.sampling.repetitionPenalty = number(SettingId::RepetitionPenalty);
    request.sampling.presencePenalty = number(SettingId::PresencePenalty);
    request.sampling.frequencyPenalty = number(SettingId::FrequencyPenalty);
    const int maxTokens = static_cast<int>(number(SettingId::MaxTokens));
    request.stop.maxTokens = maxTokens > 0 ? std::optional(maxTokens) : std::nullopt;
    const int budget = static_cast<int>(number(SettingId::ThinkingBudget));
    request.thinkingBudget = budget > 0 ? std::optional(budget) : std::nullopt;
    if (auto* chat = std::get_if<ChatPrompt>(&request.prompt))
        chat->overflow = value(SettingId::ContextOverflow).toString() == QLatin1String("drop-oldest")
            ? OverflowPolicy::DropOldestTurns
            : OverflowPolicy::Refuse;
    const qlonglong seed = modelValue(SettingId::Seed, modelKey).value.toLongLong();
    request.seed = seed >= 0 ? std::optional(static_cast<std::uint64_t>(seed)) : std::nullopt;
}

} // namespace moru
