#include "ui/views/gauge_figure.h"

#include "ui/text/figures.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace moru {

GaugeFigure::GaugeFigure(QWidget* parent)
    : QWidget(parent)
    , name_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text2))
    , value_(new TextLabel(TextSize::Gauge, QFont::DemiBold))
    , unit_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* figure = new QHBoxLayout;
    figure->setSpacing(4);
    figure->addWidget(value_, 0, Qt::AlignBottom);
    figure->addWidget(unit_, 0, Qt::AlignBottom);
    figure->addStretch();
    unit_->setContentsMargins(0, 0, 0, 5);
    layout->addWidget(name_);
    layout->addLayout(figure);
    setValue(std::nullopt);
}

void GaugeFigure::setTexts(const QString& name, const QString& unit, const QString& definition)
{
    name_->setText(name);
    unit_->setText(unit);
    setToolTip(definition);
    setAccessibleName(name);
}

void GaugeFigure::setValue(std::optional<double> value)
{
    value_->setText(value ? rateText(*value) : QStringLiteral("–"));
    setAccessibleDescription(value ? value_->text() + QLatin1Char(' ') + unit_->text() : QString());
}

QString GaugeFigure::valueText() const
{
    return value_->text();
}

} // namespace moru
