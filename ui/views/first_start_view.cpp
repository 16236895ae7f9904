#include "ui/views/first_start_view.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/model_catalog.h"
#include "app/interfaces/settings_store.h"
#include "app/types/path_text.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/found_model_row.h"
#include "ui/views/notice_bar.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace moru {

namespace {
constexpr int kWidest = 760;
constexpr int kAnvil = 40;
} // namespace

FirstStartView::FirstStartView(const WindowServices& services, QWidget* parent)
    : QScrollArea(parent)
    , services_(services)
    , title_(new TextLabel(TextSize::Title, QFont::DemiBold))
    , subtitle_(new TextLabel(TextSize::Message, QFont::Normal, Tone::Text2))
    , privacy_(new NoteBox(NoteKind::Info, QStringLiteral("lock")))
    , foundTitle_(new TextLabel(TextSize::Message, QFont::DemiBold))
    , foundHint_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , found_(new QVBoxLayout)
    , folderTitle_(new TextLabel(TextSize::Message, QFont::DemiBold))
    , folderHint_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , openFolder_(new TextButton({}, QStringLiteral("folder")))
    , allModels_(new TextButton(QStringLiteral("flat"), QStringLiteral("model")))
    , language_(new SegmentedControl({ QStringLiteral("ko"), QStringLiteral("en") }))
    , theme_(
          new SegmentedControl({ QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark") }))
{
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget;
    setWidget(page);
    page->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    auto* column = new QVBoxLayout;
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(title_);
    words->addWidget(subtitle_);
    head->addWidget(new IconLabel(QStringLiteral("anvil"), Tone::Accent, kAnvil), 0, Qt::AlignTop);
    head->addLayout(words, 1);
    subtitle_->setWordWrap(true);
    foundHint_->setWordWrap(true);
    folderHint_->setWordWrap(true);
    found_->setSpacing(0);
    column->addLayout(head);
    column->addSpacing(8);
    column->addWidget(new NoticeBar(services.notices, 0));
    column->addWidget(privacy_);
    column->addSpacing(16);
    column->addWidget(foundTitle_);
    column->addWidget(foundHint_);
    column->addLayout(found_);
    column->addWidget(allModels_, 0, Qt::AlignLeft);
    column->addSpacing(16);
    column->addWidget(folderTitle_);
    column->addWidget(folderHint_);
    column->addWidget(openFolder_, 0, Qt::AlignLeft);
    column->addStretch(1);
    auto* choices = new QHBoxLayout;
    choices->setSpacing(8);
    choices->addStretch();
    choices->addWidget(new IconLabel(QStringLiteral("language")));
    choices->addWidget(language_);
    choices->addSpacing(16);
    choices->addWidget(new IconLabel(QStringLiteral("theme")));
    choices->addWidget(theme_);
    column->addLayout(choices);
    auto* inner = new QWidget;
    inner->setLayout(column);
    inner->setMaximumWidth(scaled(kWidest));
    auto* outer = new QHBoxLayout(page);
    outer->setContentsMargins(24, 32, 24, 20);
    outer->addStretch(1);
    outer->addWidget(inner, 100);
    outer->addStretch(1);

    connect(openFolder_, &QPushButton::clicked, this, &FirstStartView::openFolderRequested);
    connect(allModels_, &QPushButton::clicked, this, &FirstStartView::chooseModelRequested);
    connect(language_, &SegmentedControl::chosen, this,
        [this](const QString& value) { services_.settings.setValue(SettingId::Language, value); });
    connect(theme_, &SegmentedControl::chosen, this,
        [this](const QString& value) { services_.settings.setValue(SettingId::Theme, value); });
    connect(&services_.models, &ModelCatalog::changed, this, &FirstStartView::refreshModels);
    connect(&services_.settings, &SettingsStore::changed, this,
        [this] { theme_->setValue(services_.settings.value(SettingId::Theme).toString()); });
    keepTranslated(this, [this] { retranslate(); });
}

void FirstStartView::retranslate()
{
    title_->setWords(tr("Moru runs language models on this computer"));
    subtitle_->setWords(tr("It reads Hugging Face SafeTensors folders as they are, without conversion by "
                           "you, and shows where every millisecond goes."));
    privacy_->setWords(
        tr("Nothing leaves this computer."), tr("Moru does not use the network; chats are kept here too."));
    foundTitle_->setText(tr("Models on this computer"));
    folderTitle_->setText(tr("Open a folder"));
    folderHint_->setWords(
        tr("Any folder with config.json, a tokenizer and SafeTensors files. It can be dropped here too."));
    openFolder_->setLabel(tr("Open folder…"));
    allModels_->setLabel(tr("All models…"));
    language_->setTitles({ QStringLiteral("한국어"), QStringLiteral("English") });
    language_->setValue(tr("en", "code of the language of this translation: en, ko"));
    language_->setAccessibleName(tr("Language"));
    theme_->setTitles({ tr("System"), tr("Light"), tr("Dark") });
    theme_->setValue(services_.settings.value(SettingId::Theme).toString());
    theme_->setAccessibleName(tr("Theme"));
    refreshModels();
}

void FirstStartView::refreshModels()
{
    while (QLayoutItem* item = found_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const ModelEntry& entry : services_.models.entries()) {
        if (entry.state != ModelState::Available)
            continue;
        auto* row = new FoundModelRow(entry);
        row->setPrimary(found_->count() == 0);
        connect(row, &FoundModelRow::openRequested, this, [this, entry] {
            services_.engine.load({ entry.key, entry.title, entry.folder, services_.settings.loadOptions() });
        });
        found_->addWidget(row);
    }
    foundHint_->setVisible(found_->count() == 0);
    foundHint_->setWords(services_.models.isScanning()
            ? tr("Searching…")
            : tr("None was found in %1 or %2.")
                  .arg(pathText(services_.models.modelsFolder()),
                      pathText(services_.models.huggingFaceCache())));
}

void FirstStartView::focusFirst()
{
    QWidget* first = found_->count() > 0
        ? static_cast<FoundModelRow*>(found_->itemAt(0)->widget())->openButton()
        : static_cast<QWidget*>(openFolder_);
    first->setFocus(Qt::TabFocusReason);
}

void FirstStartView::paintEvent(QPaintEvent* event)
{
    QPainter(viewport()).fillRect(viewport()->rect(), themeColors().base);
    QScrollArea::paintEvent(event);
}

} // namespace moru
