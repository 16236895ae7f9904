#include "ui/widgets/segmented_control.h"

#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace moru {

namespace {

class Segment final : public QAbstractButton {
public:
    explicit Segment(QWidget* parent)
        : QAbstractButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        const QFontMetrics metrics(uiFont(TextSize::Table, QFont::Medium));
        return { metrics.horizontalAdvance(text()) + scaled(24), scaled(24) };
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const ThemeColors& colors = themeColors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked()) {
            painter.setPen(colors.line);
            painter.setBrush(colors.base);
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        }
        painter.setFont(uiFont(TextSize::Table, QFont::Medium));
        painter.setPen(!isEnabled()           ? colors.text3
                : isChecked() || underMouse() ? colors.text
                                              : colors.text2);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

} // namespace

SegmentedControl::SegmentedControl(const QStringList& values, QWidget* parent)
    : QWidget(parent)
    , values_(values)
    , group_(new QButtonGroup(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(3, 2, 3, 2);
    layout->setSpacing(2);
    for (qsizetype i = 0; i < values.size(); ++i) {
        auto* segment = new Segment(this);
        group_->addButton(segment, static_cast<int>(i));
        layout->addWidget(segment);
    }
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(group_, &QButtonGroup::idClicked, this, [this](int id) { emit chosen(values_.at(id)); });
    keepStyled(this, [this] { updateGeometry(); });
}

void SegmentedControl::setTitles(const QStringList& titles)
{
    for (qsizetype i = 0; i < titles.size(); ++i) {
        QAbstractButton* segment = group_->button(static_cast<int>(i));
        segment->setText(titles[i]);
        segment->setAccessibleName(titles[i]);
        segment->updateGeometry();
    }
}

void SegmentedControl::setValue(const QString& value)
{
    if (QAbstractButton* segment = group_->button(static_cast<int>(values_.indexOf(value))))
        segment->setChecked(true);
}

void SegmentedControl::setChoosable(const QString& value, bool choosable, const QString& reason)
{
    if (QAbstractButton* segment = group_->button(static_cast<int>(values_.indexOf(value)))) {
        segment->setEnabled(choosable);
        segment->setToolTip(reason);
        segment->setAccessibleDescription(reason);
    }
}

bool SegmentedControl::isChoosable(const QString& value) const
{
    const QAbstractButton* segment = group_->button(static_cast<int>(values_.indexOf(value)));
    return segment && segment->isEnabled();
}

void SegmentedControl::setShown(const QString& value, bool shown)
{
    if (QAbstractButton* segment = group_->button(static_cast<int>(values_.indexOf(value))))
        segment->setVisible(shown);
}

QString SegmentedControl::value() const
{
    return values_.value(group_->checkedId());
}

void SegmentedControl::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.line);
    painter.setBrush(colors.sunken);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace moru
