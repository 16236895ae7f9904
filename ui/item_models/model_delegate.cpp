#include "ui/item_models/model_delegate.h"

#include "app/types/state_text.h"
#include "ui/item_models/model_item_model.h"
#include "ui/item_models/model_state_mark.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/chip.h"

#include <QFontMetrics>
#include <QPainter>

namespace moru {

namespace {

constexpr int kRowHeight = 42;
constexpr int kSectionHeight = 26;
constexpr int kIconSide = 16;

struct Tag {
    QString text;
    ChipKind kind;
};

QList<Tag> tagsOf(const ModelEntry& entry)
{
    const bool base = entry.description ? entry.description->isBaseModel
                                        : entry.registered && entry.registered->isBaseModel;
    const bool thinks = entry.description ? entry.description->hasThinkingSwitch
                                          : entry.registered && entry.registered->canThink;
    QList<Tag> tags;
    if (thinks)
        tags.append({ ModelDelegate::tr("thinking"), ChipKind::Plain });
    if (base)
        tags.append({ ModelDelegate::tr("base"), ChipKind::Outline });
    return tags;
}

void paintSection(
    QPainter& painter, const QRect& area, const ModelItemModel::Row& row, const ThemeColors& colors)
{
    painter.setFont(uiFont(TextSize::Hint, QFont::DemiBold));
    painter.setPen(colors.text3);
    const QRect text = area.adjusted(14, 4, -14, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
        QStringLiteral("%1 · %2").arg(row.section).arg(row.sectionCount));
}

} // namespace

QSize ModelDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const auto* model = static_cast<const ModelItemModel*>(index.model());
    return { scaled(200), scaled(model->entryAt(index) ? kRowHeight : kSectionHeight) };
}

void ModelDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const ThemeColors& colors = themeColors();
    const auto& row = static_cast<const ModelItemModel*>(index.model())->row(index);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (!row.section.isEmpty()) {
        paintSection(*painter, option.rect, row, colors);
        painter->restore();
        return;
    }
    const ModelEntry& entry = row.entry;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QRect area = option.rect.adjusted(6, 0, -6, -1);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(selected ? QPen(colors.accent) : QPen(Qt::NoPen));
        painter->setBrush(selected ? colors.accentTint : colors.raised);
        painter->drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }

    const ModelStateMark mark = modelStateMark(entry.state, row.isRunning);
    const QColor markColor = toneColor(colors, mark.tone);
    const int side = scaled(kIconSide);
    paintIcon(
        *painter, mark.icon, QRectF(area.left() + 8, area.center().y() - side / 2.0, side, side), markColor);
    const int left = area.left() + 8 + side + 10;
    const int half = area.height() / 2;
    int right = area.right() - 8;

    const QFont small = uiFont(TextSize::Hint);
    painter->setFont(small);
    painter->setPen(colors.text2);
    const QRect upperRight(left, area.top() + 4, right - left, half - 4);
    painter->drawText(upperRight, Qt::AlignRight | Qt::AlignVCenter, row.memory);
    painter->setPen(colors.text3);
    painter->drawText(upperRight.translated(0, half - 4), Qt::AlignRight | Qt::AlignVCenter, row.precision);
    right -= QFontMetrics(small).horizontalAdvance(row.memory) + 10;

    const QFont titleFont = uiFont(TextSize::Control, selected ? QFont::DemiBold : QFont::Medium);
    const QFontMetrics titleMetrics(titleFont);
    const QList<Tag> tags = tagsOf(entry);
    int tagsWidth = 0;
    for (const Tag& tag : tags)
        tagsWidth += chipWidth(tag.text) + 6;
    const QString title = titleMetrics.elidedText(entry.title, Qt::ElideRight, right - left - tagsWidth);
    const QRect titleArea(left, area.top() + 4, right - left, half - 4);
    painter->setFont(titleFont);
    painter->setPen(colors.text);
    painter->drawText(titleArea, Qt::AlignLeft | Qt::AlignVCenter, title);
    int x = left + titleMetrics.horizontalAdvance(title) + 6;
    for (const Tag& tag : tags)
        x += paintChip(*painter, QPoint(x, titleArea.center().y() + 1), tag.text, tag.kind, colors) + 6;

    painter->setFont(small);
    painter->setPen(mark.tone == Tone::Text2 ? (selected ? colors.text2 : colors.text3) : markColor);
    const QString words = row.isRunning ? tr("Running") : modelStateText(entry);
    painter->drawText(titleArea.translated(0, half - 4), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(small).elidedText(words, Qt::ElideRight, right - left));
    painter->restore();
}

} // namespace moru
