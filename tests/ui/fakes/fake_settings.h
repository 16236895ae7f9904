#pragma once

#include "app/interfaces/settings_store.h"

#include <QHash>

namespace moru::test {

/// Settings in memory. Model values start from "the model's": temperature 0.2, top-p 0.9.
class FakeSettings final : public SettingsStore {
    Q_OBJECT

public:
    FakeSettings()
    {
        values = { { SettingId::Language, QStringLiteral("en") },
            { SettingId::Theme, QStringLiteral("light") }, { SettingId::TextZoom, 100 },
            { SettingId::SendWithEnter, true }, { SettingId::ShowThinkingOpen, false },
            { SettingId::ContextLength, 4096 }, { SettingId::ThreadCount, 0 },
            { SettingId::LoadLastModelAtStart, true }, { SettingId::PrecisionName, QStringLiteral("int8") },
            { SettingId::ContextOverflow, QStringLiteral("refuse") } };
        fromModel = { { SettingId::Temperature, 0.2 }, { SettingId::TopP, 0.9 }, { SettingId::Seed, -1 } };
    }

    SettingDescription describe(SettingId id) const override
    {
        SettingDescription d;
        d.id = id;
        d.title = QStringLiteral("Setting %1").arg(static_cast<int>(id));
        d.hint = QStringLiteral("What setting %1 does").arg(static_cast<int>(id));
        d.scope = id >= SettingId::Temperature ? SettingScope::Model : SettingScope::Application;
        d.minimum = 0;
        d.maximum = 1'000'000;
        d.defaultValue = values.value(id);
        switch (id) {
        case SettingId::Language:
            d.kind = SettingKind::Choice;
            d.choices = { { QStringLiteral("en"), QStringLiteral("English") },
                { QStringLiteral("ko"), QStringLiteral("한국어") } };
            break;
        case SettingId::Theme:
            d.kind = SettingKind::Choice;
            d.choices = { { QStringLiteral("light"), QStringLiteral("Light") },
                { QStringLiteral("dark"), QStringLiteral("Dark") } };
            break;
        case SettingId::PrecisionName:
            d.kind = SettingKind::Choice;
            d.defaultValue = QStringLiteral("int8");
            d.choices = { { QStringLiteral("exact"), QStringLiteral("Exact") },
                { QStringLiteral("int8"), QStringLiteral("INT8") } };
            break;
        case SettingId::ContextOverflow:
            d.kind = SettingKind::Choice;
            d.choices = { { QStringLiteral("refuse"), QStringLiteral("Refuse") },
                { QStringLiteral("drop-oldest"), QStringLiteral("Drop oldest") },
                { QStringLiteral("stop"), QStringLiteral("Stop") } };
            break;
        case SettingId::Temperature:
        case SettingId::TopP:
        case SettingId::MinP:
        case SettingId::RepetitionPenalty:
        case SettingId::PresencePenalty:
        case SettingId::FrequencyPenalty:
            d.kind = SettingKind::Real;
            d.decimals = 2;
            d.step = 0.05;
            d.maximum = 2;
            break;
        case SettingId::SendWithEnter:
        case SettingId::ShowThinkingOpen:
        case SettingId::LoadLastModelAtStart:
        case SettingId::Thinking:
            d.kind = SettingKind::Boolean;
            break;
        case SettingId::ThreadCount:
            d.kind = SettingKind::Integer;
            d.specialValueTitle = QStringLiteral("automatic");
            break;
        case SettingId::Seed:
            d.kind = SettingKind::Integer;
            d.minimum = -1;
            d.specialValueTitle = QStringLiteral("random");
            break;
        case SettingId::DefaultSystemPrompt:
            d.kind = SettingKind::Text;
            break;
        default:
            d.kind = SettingKind::Integer;
        }
        return d;
    }

    QVariant value(SettingId id) const override { return values.value(id); }
    void setValue(SettingId id, const QVariant& value) override
    {
        values[id] = value;
        emit changed(id);
    }
    void reset(SettingId id) override
    {
        setValue(id, id == SettingId::TextZoom ? QVariant(100) : QVariant());
    }
    std::optional<QString> forcedBy(SettingId id) const override
    {
        return forced.contains(id) ? std::optional(forced.value(id)) : std::nullopt;
    }

    ModelSettingValue modelValue(SettingId id, const QString&) const override
    {
        const QVariant own = fromModel.value(id, 0);
        if (changedByPerson.contains(id))
            return { changedByPerson.value(id), SettingOrigin::ChangedByPerson, own };
        return { own, fromModel.contains(id) ? SettingOrigin::FromModel : SettingOrigin::BuiltIn, own };
    }
    void setModelValue(SettingId id, const QString& model, const QVariant& value) override
    {
        changedByPerson[id] = value;
        emit modelValuesChanged(model);
    }
    void resetModelValue(SettingId id, const QString& model) override
    {
        changedByPerson.remove(id);
        emit modelValuesChanged(model);
    }
    void resetModelValues(const QString& model) override
    {
        changedByPerson.clear();
        emit modelValuesChanged(model);
    }
    LoadOptions loadOptions() const override
    {
        LoadOptions options;
        options.contextLength = values.value(SettingId::ContextLength).toInt();
        options.precision = values.value(SettingId::PrecisionName) == QStringLiteral("exact")
            ? Precision::Exact
            : Precision::Int8;
        return options;
    }
    void fillRequest(const QString&, GenerationRequest&) const override { }

    QHash<SettingId, QVariant> values;
    QHash<SettingId, QVariant> fromModel;
    QHash<SettingId, QVariant> changedByPerson;
    QHash<SettingId, QString> forced;
};

} // namespace moru::test
