#include "ui/views/section.h"

#include "ui/theme/theme_colors.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace moru {

Section::Section(QWidget* parent)
    : QWidget(parent)
    , title_(new TextLabel(TextSize::Table, QFont::DemiBold))
    , remark_(new TextLabel(TextSize::Hint, QFont::Normal, Tone::Text3))
    , content_(new QVBoxLayout(this))
{
    content_->setContentsMargins(12, 9, 12, 9);
    content_->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->setSpacing(6);
    head->addWidget(title_);
    head->addStretch();
    head->addWidget(remark_);
    content_->addLayout(head);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Section::setTitle(const QString& title, const QString& remark)
{
    title_->setText(title);
    remark_->setText(remark);
}

void Section::addWidget(QWidget* widget)
{
    content_->addWidget(widget);
}

void Section::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(0, 0, width(), 1, themeColors().line);
}

} // namespace moru
