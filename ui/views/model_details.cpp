#include "ui/views/model_details.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/model_catalog.h"
#include "app/interfaces/performance_source.h"
#include "app/interfaces/settings_store.h"
#include "app/types/path_text.h"
#include "app/types/state_text.h"
#include "ui/item_models/model_state_mark.h"
#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/context_slider.h"
#include "ui/views/model_facts.h"
#include "ui/views/precision_choice.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {

constexpr int kMemoryBarHeight = 18;

/// What the weights are in, and the size they may reach where the likely one shown beside is not the most.
QString weightsText(const LoadOptions& options, const MemoryUse& use)
{
    const QString precision = precisionText(options.precision);
    const QString most = gibText(use.weightsBytes + use.saferWeightsBytes);
    return most == gibText(use.weightsBytes) ? precision
                                             : ModelDetails::tr("%1, up to %2").arg(precision, most);
}

/// What could be used for another model: free now, plus what the present one gives back. What it has reserved
/// and never touched is still free.
std::uint64_t freeAfterEject(const MemoryLedger& ledger)
{
    const std::uint64_t reserved = ledger.measured ? ledger.measured->totalBytes() : 0;
    return ledger.availableMemoryBytes + reserved - std::min(reserved, ledger.untouchedBytes);
}

} // namespace

ModelDetails::ModelDetails(const WindowServices& services, QWidget* parent)
    : QWidget(parent)
    , services_(services)
    , title_(new ElidedLabel(TextSize::Section, QFont::DemiBold))
    , repository_(new ElidedLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , licence_(new Chip)
    , factsLeft_(new FigureRows)
    , factsRight_(new FigureRows)
    , context_(new ContextSlider)
    , precision_(new PrecisionChoice(services.settings.describe(SettingId::PrecisionName)))
    , memory_(new QWidget)
    , memoryTitle_(new TextLabel(TextSize::Table, QFont::DemiBold))
    , memoryFree_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , memoryBar_(new StackedBar(kMemoryBarHeight))
    , memoryRows_(new FigureRows)
    , state_(new NoteBox(NoteKind::Plain, QStringLiteral("info")))
    , fit_(new NoteBox(NoteKind::Error, QStringLiteral("memory")))
    , openFolder_(new TextButton(QStringLiteral("flat"), QStringLiteral("folder")))
    , forget_(new TextButton(QStringLiteral("flat")))
    , loadAnyway_(new TextButton(QStringLiteral("danger")))
    , load_(new TextButton(QStringLiteral("primary")))
{
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(title_);
    head->addWidget(repository_, 1);
    head->addWidget(licence_);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(28);
    facts->addWidget(factsLeft_, 1, Qt::AlignTop);
    facts->addWidget(factsRight_, 1, Qt::AlignTop);
    auto* memoryHead = new QHBoxLayout;
    memoryHead->addWidget(memoryTitle_);
    memoryHead->addStretch();
    memoryHead->addWidget(memoryFree_);
    auto* memoryLayout = new QVBoxLayout(memory_);
    memoryLayout->setContentsMargins(0, 0, 0, 0);
    memoryLayout->setSpacing(6);
    auto* choices = new QHBoxLayout;
    choices->setSpacing(20);
    choices->addWidget(context_, 1, Qt::AlignTop);
    choices->addWidget(precision_, 1, Qt::AlignTop);
    memoryLayout->addLayout(choices);
    memoryLayout->addSpacing(6);
    memoryLayout->addLayout(memoryHead);
    memoryLayout->addWidget(memoryBar_);
    memoryLayout->addWidget(memoryRows_);
    memoryLayout->addWidget(fit_);

    auto* body = new QVBoxLayout;
    body->setContentsMargins(16, 14, 16, 8);
    body->setSpacing(10);
    body->addLayout(head);
    body->addWidget(state_);
    body->addLayout(facts);
    body->addWidget(memory_);
    body->addStretch();
    auto* footer = new QHBoxLayout;
    footer->setContentsMargins(16, 10, 16, 10);
    footer->setSpacing(8);
    footer->addWidget(openFolder_);
    footer->addWidget(forget_);
    footer->addStretch();
    footer->addWidget(loadAnyway_);
    footer->addWidget(load_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(body, 1);
    layout->addLayout(footer);

    connect(context_, &ContextSlider::chosen, this, [this](int contextLength) {
        services_.settings.setValue(SettingId::ContextLength, contextLength);
        showMemory();
    });
    const auto choosePrecision = [this](const QString& precision) {
        services_.settings.setValue(SettingId::PrecisionName, precision);
        showMemory();
    };
    connect(precision_, &PrecisionChoice::chosen, this, choosePrecision);
    connect(fit_, &NoteBox::actionTriggered, this,
        [this, choosePrecision] { choosePrecision(precision_->fitting()); });
    connect(load_, &QPushButton::clicked, this, [this] { load(false); });
    connect(loadAnyway_, &QPushButton::clicked, this, [this] { load(true); });
    connect(forget_, &QPushButton::clicked, this, [this] { services_.models.forgetFolder(entry_->key); });
    connect(openFolder_, &QPushButton::clicked, this, [this] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(pathText(entry_->folder)));
        emit folderRevealed();
    });
    // The list keeps its place while nothing is chosen.
    QSizePolicy kept = sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    setSizePolicy(kept);
    keepTranslated(this, [this] { refresh(); });
}

void ModelDetails::setEntry(const ModelEntry* entry)
{
    entry_ = entry ? std::optional(*entry) : std::nullopt;
    if (entry_ && entry_->description) {
        context_->setRange(entry_->description->contextLength);
        context_->setValue(services_.settings.loadOptions().contextLength);
    }
    refresh();
}

LoadOptions ModelDetails::options() const
{
    LoadOptions options = services_.settings.loadOptions();
    options.contextLength = context_->value();
    return options;
}

bool ModelDetails::canLoad() const
{
    return entry_ && entry_->state == ModelState::Available && fits_;
}

void ModelDetails::load(bool ignoreMemoryLimit)
{
    if (!entry_ || entry_->state != ModelState::Available || (!fits_ && !ignoreMemoryLimit))
        return;
    LoadModelRequest request { entry_->key, entry_->title, entry_->folder, options() };
    request.options.ignoreMemoryLimit = ignoreMemoryLimit;
    services_.engine.load(request);
    emit loadStarted();
}

void ModelDetails::refresh()
{
    load_->setLabel(tr("Load"));
    precision_->setDescription(services_.settings.describe(SettingId::PrecisionName));
    loadAnyway_->setLabel(tr("Load anyway"));
    openFolder_->setLabel(tr("Open containing folder"));
    forget_->setLabel(tr("Remove from list"));
    setVisible(entry_.has_value());
    if (!entry_)
        return;
    title_->setText(entry_->title);
    repository_->setText(entry_->repository);
    const QString licence = entry_->registered ? entry_->registered->licence : QString();
    licence_->setText(licence);
    licence_->setVisible(!licence.isEmpty());
    openFolder_->setVisible(!entry_->folder.empty());
    openFolder_->setToolTip(pathText(entry_->folder));
    forget_->setVisible(entry_->isRemembered);
    showState();
    showFacts();
    showMemory();
}

void ModelDetails::showState()
{
    const bool available = entry_->state == ModelState::Available;
    state_->setVisible(!available);
    if (available)
        return;
    const ModelStateMark mark = modelStateMark(entry_->state, false);
    state_->setKind(mark.tone == Tone::Error ? NoteKind::Error
            : mark.tone == Tone::Warning     ? NoteKind::Warning
                                             : NoteKind::Plain,
        mark.icon);
    state_->setWords(modelStateText(*entry_) + QLatin1Char('.'), modelStateHelp(*entry_));
}

void ModelDetails::showFacts()
{
    const ModelFacts facts = modelFacts(*entry_);
    factsLeft_->setRows(facts.left);
    factsRight_->setRows(facts.right);
    factsLeft_->setLastColumnWidth(ModelFacts::kColumnWidth);
    factsRight_->setLastColumnWidth(ModelFacts::kColumnWidth);
}

void ModelDetails::showMemory()
{
    const bool available = entry_ && entry_->state == ModelState::Available && entry_->description;
    memory_->setVisible(available);
    fits_ = true;
    if (available) {
        const MemoryUse use = predictMemory(*entry_->description, options());
        const MemoryLedger ledger = services_.performance.memory();
        const std::uint64_t free = freeAfterEject(ledger);
        // Before the first measurement nothing is known, and nothing is forbidden.
        const bool known = ledger.totalMemoryBytes > 0;
        fits_ = !known || use.totalBytes() <= free;
        precision_->setModel(*entry_->description, options(), known ? std::optional(free) : std::nullopt);
        precision_->setValue(services_.settings.value(SettingId::PrecisionName).toString());
        const double scale = static_cast<double>(std::max({ use.totalBytes(), free, std::uint64_t { 1 } }));
        memoryTitle_->setText(tr("Predicted memory"));
        const QString freeWords = services_.engine.loadedModel() ? tr("GiB · free after eject: %1 of %2")
                                                                 : tr("GiB · free: %1 of %2");
        memoryFree_->setText(
            known ? freeWords.arg(gibText(free), gibText(ledger.totalMemoryBytes)) : QString());
        memoryBar_->setParts(
            { { static_cast<double>(use.weightsBytes) / scale, &ThemeColors::weights, false },
                { static_cast<double>(use.kvCacheBytes) / scale, &ThemeColors::attention, false },
                { static_cast<double>(use.activationsBytes) / scale, &ThemeColors::mlp, false } });
        memoryBar_->setMark(known && !fits_ ? static_cast<double>(free) / scale : -1);
        const std::uint64_t shortBytes = fits_ ? 0 : use.totalBytes() - free;
        memoryRows_->setRows({
            { tr("Weights"), weightsText(options(), use), gibText(use.weightsBytes), &ThemeColors::weights },
            { tr("KV cache"), tr("%1 tokens").arg(countText(options().contextLength)),
                gibText(use.kvCacheBytes), &ThemeColors::attention },
            { tr("Activations"), {}, gibText(use.activationsBytes), &ThemeColors::mlp },
            { tr("Total"), fits_ ? QString() : tr("%1 GiB short").arg(gibText(shortBytes)),
                gibText(use.totalBytes()), nullptr, false, true },
        });
        fit_->setVisible(!fits_);
        const QString other = fits_ ? QString() : precision_->fitting();
        const QString otherTitle = precision_->titleOf(other);
        fit_->setWords(tr("Will not fit as set: %1 GiB short.").arg(gibText(shortBytes)),
            other.isEmpty() ? tr("A smaller context length or closing other programs helps.")
                            : tr("It fits as %1 (%2).").arg(otherTitle, precision_->remarkOf(other)));
        fit_->setAction(other.isEmpty() ? QString() : tr("Use %1").arg(otherTitle));
    }
    load_->setEnabled(canLoad());
    loadAnyway_->setVisible(available && !fits_);
}

} // namespace moru
