#include "ui/views/precision_choice.h"

#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {

QStringList valuesOf(const SettingDescription& precisions)
{
    QStringList values;
    for (const SettingChoice& choice : precisions.choices)
        values << choice.value;
    return values;
}

} // namespace

PrecisionChoice::PrecisionChoice(const SettingDescription& precisions, QWidget* parent)
    : QWidget(parent)
    , title_(new TextLabel(TextSize::Table, QFont::Medium))
    , defaultRemark_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , control_(new SegmentedControl(valuesOf(precisions)))
{
    auto* head = new QHBoxLayout;
    head->addWidget(title_);
    head->addStretch();
    head->addWidget(defaultRemark_);
    auto* remarks = new QHBoxLayout;
    remarks->setContentsMargins(3, 0, 3, 0);
    remarks->setSpacing(2);
    for (const SettingChoice& choice : precisions.choices) {
        auto* remark = new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3);
        remark->setAlignment(Qt::AlignHCenter);
        remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // as wide as its segment
        remarks->addWidget(remark, 1);
        places_.push_back({ choice.value, choice.title, remark });
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(control_);
    layout->addLayout(remarks);
    connect(control_, &SegmentedControl::chosen, this, &PrecisionChoice::chosen);
    setDescription(precisions);
}

void PrecisionChoice::setDescription(const SettingDescription& precisions)
{
    QStringList titles;
    for (std::size_t i = 0; i < places_.size() && i < precisions.choices.size(); ++i) {
        places_[i].title = precisions.choices[i].title;
        titles << places_[i].title;
    }
    default_ = precisions.defaultValue.toString();
    control_->setTitles(titles);
    title_->setText(precisions.title);
    defaultRemark_->setText(tr("default: %1").arg(titleOf(default_)));
}

void PrecisionChoice::setModel(
    const ModelDescription& model, const LoadOptions& options, std::optional<std::uint64_t> freeBytes)
{
    for (const Place& place : places_) {
        LoadOptions wanted = options;
        const Result<Precision> precision = parsePrecision(place.precision.toStdString());
        if (!precision)
            continue;
        wanted.precision = *precision;
        const MemoryUse use = predictMemory(model, wanted);
        const std::uint64_t needed = use.totalBytes();
        const QString most = gibText(needed + use.saferWeightsBytes);
        const bool fits = !freeBytes || needed <= *freeBytes;
        const QString words
            = fits ? tr("%1 GiB").arg(gibText(needed)) : tr("%1 GiB short").arg(gibText(needed - *freeBytes));
        place.remark->setText(words);
        place.remark->setTone(fits ? Tone::Text3 : Tone::Error);
        QString hint;
        if (!fits)
            hint = tr("Needs %1 GiB, %2 GiB are free after eject").arg(gibText(needed), gibText(*freeBytes));
        else if (most == gibText(needed))
            hint = tr("Predicted memory: %1 GiB").arg(most);
        else
            hint = tr(
                "Predicted memory: %1 GiB, up to %2 GiB if the check after quantising asks for safer formats")
                       .arg(gibText(needed), most);
        control_->setChoosable(place.precision, fits, hint);
    }
}

void PrecisionChoice::setValue(const QString& precision)
{
    control_->setValue(precision);
}

QString PrecisionChoice::remarkOf(const QString& precision) const
{
    const auto found = std::ranges::find(places_, precision, &Place::precision);
    return found == places_.end() ? QString() : found->remark->text();
}

QString PrecisionChoice::titleOf(const QString& precision) const
{
    const auto found = std::ranges::find(places_, precision, &Place::precision);
    return found == places_.end() ? precision : found->title;
}

QString PrecisionChoice::fitting() const
{
    if (control_->isChoosable(default_))
        return default_;
    for (const Place& place : places_)
        if (control_->isChoosable(place.precision))
            return place.precision;
    return {};
}

} // namespace moru
