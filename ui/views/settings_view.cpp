#include "ui/views/settings_view.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/settings_store.h"
#include "ui/theme/retranslate.h"
#include "ui/views/section.h"
#include "ui/views/setting_field.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/text_button.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

SettingsView::SettingsView(const WindowServices& services, QWidget* parent)
    : QWidget(parent)
    , services_(services)
    , sampling_(new Section)
    , answers_(new Section)
    , engine_(new Section)
    , window_(new Section)
    , resetAll_(new TextButton(QStringLiteral("flat small"), QStringLiteral("undo")))
    , scroll_(new QScrollArea)
    , reload_(new NoteBox(NoteKind::Warning, QStringLiteral("regenerate")))
{
    for (const SettingId id : samplingSettings())
        addField(sampling_, id);
    sampling_->content()->addWidget(resetAll_, 0, Qt::AlignLeft);
    for (const SettingId id : { SettingId::ContextLength, SettingId::PrecisionName, SettingId::ThreadCount,
             SettingId::LoadLastModelAtStart })
        addField(engine_, id);
    engine_->addWidget(reload_);
    addField(answers_, SettingId::DefaultSystemPrompt);
    addField(answers_, SettingId::ContextOverflow);
    for (const SettingId id : { SettingId::Language, SettingId::Theme, SettingId::TextZoom,
             SettingId::SendWithEnter, SettingId::ShowThinkingOpen })
        addField(window_, id);

    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (Section* section : { sampling_, answers_, engine_, window_ })
        column->addWidget(section);
    column->addStretch();
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll_);

    connect(
        resetAll_, &QPushButton::clicked, this, [this] { services_.settings.resetModelValues(modelKey()); });
    connect(reload_, &NoteBox::actionTriggered, this, &SettingsView::reloadRequested);
    connect(&services_.settings, &SettingsStore::changed, this, &SettingsView::refreshApplicationFields);
    connect(&services_.settings, &SettingsStore::modelValuesChanged, this, &SettingsView::refreshModelFields);
    connect(&services_.engine, &EngineControl::loadedModelChanged, this, &SettingsView::refresh);
    keepTranslated(this, [this] { refresh(); });
}

SettingField* SettingsView::addField(Section* section, SettingId id)
{
    auto* field = new SettingField(services_.settings.describe(id));
    section->addWidget(field);
    fields_.push_back(field);
    const bool perModel = services_.settings.describe(id).scope == SettingScope::Model;
    connect(field, &SettingField::edited, this, [this, id, perModel](const QVariant& value) {
        if (perModel)
            services_.settings.setModelValue(id, modelKey(), value);
        else
            services_.settings.setValue(id, value);
    });
    connect(field, &SettingField::resetRequested, this, [this, id, perModel] {
        if (perModel)
            services_.settings.resetModelValue(id, modelKey());
        else
            services_.settings.reset(id);
    });
    return field;
}

void SettingsView::focusField(SettingId id)
{
    if (const SettingField* wanted = field(id)) {
        scroll_->ensureWidgetVisible(wanted->control());
        wanted->control()->setFocus(Qt::TabFocusReason);
    }
}

SettingField* SettingsView::field(SettingId id) const
{
    const auto found
        = std::find_if(fields_.begin(), fields_.end(), [id](const SettingField* f) { return f->id() == id; });
    return found == fields_.end() ? nullptr : *found;
}

QString SettingsView::modelKey() const
{
    const auto model = services_.engine.loadedModel();
    return model ? model->modelKey : QString();
}

void SettingsView::refresh()
{
    for (SettingField* field : fields_)
        field->setDescription(services_.settings.describe(field->id()));
    const auto model = services_.engine.loadedModel();
    sampling_->setTitle(tr("Sampling"), model ? model->title : tr("load a model to change it"));
    answers_->setTitle(tr("Conversation"));
    engine_->setTitle(tr("Loading"), tr("for the next load"));
    window_->setTitle(tr("Window"));
    resetAll_->setLabel(tr("Reset to the model's values"));
    setAccessibleName(tr("Settings"));
    refreshModelFields();
    refreshApplicationFields();
}

void SettingsView::refreshModelFields()
{
    const auto model = services_.engine.loadedModel();
    const QString key = modelKey();
    bool anyChanged = false;
    for (SettingField* field : fields_) {
        if (services_.settings.describe(field->id()).scope != SettingScope::Model)
            continue;
        const ModelSettingValue value = services_.settings.modelValue(field->id(), key);
        field->setValue(value.value);
        const bool changed = model && value.origin == SettingOrigin::ChangedByPerson;
        anyChanged = anyChanged || changed;
        field->setOrigin(!model                            ? QString()
                : changed                                  ? tr("changed by you")
                : value.origin == SettingOrigin::FromModel ? tr("from the model")
                                                           : QString(),
            changed, value.resetValue);
        field->control()->setEnabled(model != nullptr);
        if (field->id() == SettingId::ThinkingBudget)
            field->setVisible(model && model->description.hasThinkingSwitch);
        // Greedy decoding uses no seed: temperature 0 greys it out.
        if (field->id() == SettingId::Seed && model)
            field->control()->setEnabled(
                services_.settings.modelValue(SettingId::Temperature, key).value.toDouble() > 0);
    }
    resetAll_->setEnabled(anyChanged);
}

void SettingsView::refreshApplicationFields()
{
    for (SettingField* field : fields_) {
        const SettingDescription description = services_.settings.describe(field->id());
        if (description.scope != SettingScope::Application)
            continue;
        const QVariant value = services_.settings.value(field->id());
        field->setValue(value);
        field->setOrigin({}, value != description.defaultValue, description.defaultValue);
        field->setForcedBy(services_.settings.forcedBy(field->id()).value_or(QString()));
    }
    refreshReload();
}

void SettingsView::refreshReload()
{
    const auto model = services_.engine.loadedModel();
    const LoadOptions next = services_.settings.loadOptions();
    const int context = model ? std::min(next.contextLength, model->description.contextLength) : 0;
    const bool differs = model
        && (context != model->options.contextLength || next.precision != model->options.precision
            || (next.threadCount != 0 && next.threadCount != model->options.threadCount));
    reload_->setVisible(differs);
    reload_->setWords(tr("Reload needed."),
        tr("The loaded model keeps its context length, precision and threads until then."));
    reload_->setAction(differs ? tr("Reload") : QString());
}

} // namespace moru
