#include "ui/views/found_model_row.h"

#include "ui/text/figures.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace moru {

FoundModelRow::FoundModelRow(const ModelEntry& entry, QWidget* parent)
    : QWidget(parent)
    , open_(new TextButton)
{
    constexpr int kHeight = 51;
    setFixedHeight(scaled(kHeight));
    auto* title = new TextLabel(TextSize::Control, QFont::Medium);
    title->setText(entry.title);
    auto* detail = new ElidedLabel(TextSize::Table, QFont::Normal, Tone::Text3, Qt::ElideMiddle);
    detail->setText(entry.repository);
    auto* size = new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2);
    size->setText(diskSizeText(entry.sizeBytes));
    open_->setLabel(tr("Load"));
    open_->setAccessibleName(tr("Load %1").arg(entry.title));
    auto* names = new QHBoxLayout;
    names->setSpacing(6);
    names->addWidget(title);
    if (entry.description && entry.description->isBaseModel) {
        auto* chip = new Chip(ChipKind::Outline);
        chip->setText(tr("base"));
        names->addWidget(chip);
    }
    names->addStretch();
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addStretch();
    words->addLayout(names);
    if (!entry.repository.isEmpty())
        words->addWidget(detail);
    words->addStretch();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addLayout(words, 1);
    layout->addWidget(size);
    layout->addWidget(open_);
    connect(open_, &QPushButton::clicked, this, &FoundModelRow::openRequested);
}

void FoundModelRow::setPrimary(bool primary)
{
    open_->setKind(primary ? QStringLiteral("primary") : QString());
}

void FoundModelRow::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(0, height() - 1, width(), 1, themeColors().line);
}

} // namespace moru
