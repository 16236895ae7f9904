#include "ui/views/context_slider.h"

#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {
constexpr int kSmallest = 512;
}

ContextSlider::ContextSlider(QWidget* parent)
    : QWidget(parent)
    , slider_(new QSlider(Qt::Horizontal))
    , title_(new TextLabel(TextSize::Table, QFont::Medium))
    , value_(new TextLabel(TextSize::Table, QFont::DemiBold))
    , smallest_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , largest_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->addWidget(title_);
    head->addStretch();
    head->addWidget(value_);
    auto* ends = new QHBoxLayout;
    ends->addWidget(smallest_);
    ends->addStretch();
    ends->addWidget(largest_);
    layout->addLayout(head);
    layout->addWidget(slider_);
    layout->addLayout(ends);
    slider_->setPageStep(1);
    connect(slider_, &QSlider::valueChanged, this, [this] {
        showValue();
        emit chosen(value());
    });
    keepTranslated(this, [this] {
        title_->setText(tr("Context length"));
        slider_->setAccessibleName(tr("Context length"));
        showValue();
    });
}

void ContextSlider::setRange(int largest)
{
    // A range that stays keeps its steps: one must not vanish under the hand that slides.
    if (longest_ == std::max(largest, 1))
        return;
    longest_ = std::max(largest, 1);
    const QSignalBlocker quiet(slider_);
    makeSteps(longest_);
}

void ContextSlider::makeSteps(int included)
{
    steps_.clear();
    for (int step = kSmallest; step < longest_; step *= 2)
        steps_.push_back(step);
    steps_.push_back(longest_);
    const auto place = std::lower_bound(steps_.begin(), steps_.end(), included);
    if (*place != included)
        steps_.insert(place, included);
    slider_->setRange(0, static_cast<int>(steps_.size()) - 1);
    showValue();
}

void ContextSlider::setValue(int contextLength)
{
    const int length = std::clamp(contextLength, 1, longest_);
    const QSignalBlocker quiet(slider_);
    if (!std::binary_search(steps_.begin(), steps_.end(), length))
        makeSteps(length);
    slider_->setValue(
        static_cast<int>(std::lower_bound(steps_.begin(), steps_.end(), length) - steps_.begin()));
    showValue();
}

int ContextSlider::value() const
{
    return steps_[static_cast<std::size_t>(slider_->value())];
}

void ContextSlider::showValue()
{
    value_->setText(countText(value()));
    smallest_->setText(countText(steps_.front()));
    largest_->setText(countText(steps_.back()));
    slider_->setAccessibleDescription(countText(value()));
}

} // namespace moru
