#include "ui/item_models/chat_delegate.h"

#include "ui/item_models/chat_item_model.h"
#include "ui/text/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme_colors.h"

#include <QFontMetrics>
#include <QLineEdit>
#include <QPainter>

namespace moru {

namespace {

constexpr int kRowHeight = 44;
constexpr int kSectionHeight = 28;
constexpr int kMarginX = 6;
constexpr int kPaddingX = 8;
constexpr int kDot = 7;

struct Mark {
    QString icon;
    QString words;
    QColor ThemeColors::* color = nullptr;
};

/// The word at the right end of the second line; empty words stand for the time.
Mark markOf(const ChatSummary& chat)
{
    switch (chat.activity.kind) {
    case ChatActivityKind::WaitingForModel:
        return { QStringLiteral("clock"), ChatDelegate::tr("waiting for the model"),
            &ThemeColors::accentInk };
    case ChatActivityKind::Queued:
        return { QStringLiteral("clock"),
            ChatDelegate::tr("waiting, %1 ahead").arg(chat.activity.requestsAhead), &ThemeColors::accentInk };
    default:
        break;
    }
    if (chat.hasInterruptedAnswer)
        return { QStringLiteral("warning"), ChatDelegate::tr("interrupted"), &ThemeColors::warning };
    if (!chat.draftStart.isEmpty())
        return { QStringLiteral("edit"), ChatDelegate::tr("draft"), &ThemeColors::text3 };
    return {};
}

bool isAnswering(const ChatSummary& chat)
{
    const ChatActivityKind kind = chat.activity.kind;
    return kind == ChatActivityKind::Prefill || kind == ChatActivityKind::Thinking
        || kind == ChatActivityKind::Answering;
}

} // namespace

QSize ChatDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    return { scaled(120),
        scaled(index.data(ChatItemModel::IsSectionRole).toBool() ? kSectionHeight : kRowHeight) };
}

void ChatDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const ThemeColors& colors = themeColors();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const auto* model = static_cast<const ChatItemModel*>(index.model());
    const ChatSummary* chat = model->summaryAt(index);
    if (!chat) {
        painter->setFont(uiFont(TextSize::Hint, QFont::DemiBold));
        painter->setPen(colors.text3);
        painter->drawText(
            option.rect.adjusted(12, 4, -8, -2), Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
        painter->restore();
        return;
    }

    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool current = option.state.testFlag(QStyle::State_HasFocus);
    const QRect row = option.rect.adjusted(kMarginX, 0, -kMarginX, 0);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(selected ? colors.accentTint : colors.sunken);
        painter->drawRoundedRect(row, 6, 6);
    }
    if (current) {
        painter->setPen(QPen(colors.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -1), 6, 6);
    }

    const int left = row.left() + kPaddingX;
    int right = row.right() - kPaddingX;
    const int middle = row.top() + row.height() / 2;
    if (chat->hasUnreadAnswer || isAnswering(*chat)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(isAnswering(*chat) ? colors.accent : colors.ok);
        painter->drawEllipse(QRectF(right - kDot + 1, middle - scaled(13), kDot, kDot));
    }
    const QFont titleFont
        = uiFont(TextSize::Control, selected || chat->hasUnreadAnswer ? QFont::DemiBold : QFont::Normal);
    const int titleRight = chat->hasUnreadAnswer || isAnswering(*chat) ? right - kDot - 6 : right;
    const QRect titleArea(left, row.top() + scaled(4), titleRight - left, scaled(18));
    painter->setFont(titleFont);
    painter->setPen(colors.text);
    painter->drawText(titleArea, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(titleFont).elidedText(chat->title, Qt::ElideRight, titleArea.width()));

    const QFont smallFont = uiFont(TextSize::Hint);
    const QFontMetrics small(smallFont);
    const int lineTop = middle + scaled(2);
    const int lineHeight = scaled(14);
    const Mark mark = markOf(*chat);
    painter->setFont(smallFont);
    const QString end = mark.words.isEmpty() ? dayText(chat->updatedAt) : mark.words;
    const QColor quiet = selected ? colors.text2 : colors.text3;
    painter->setPen(mark.color ? colors.*mark.color : quiet);
    painter->drawText(QRect(left, lineTop, right - left, lineHeight), Qt::AlignRight | Qt::AlignVCenter, end);
    right -= small.horizontalAdvance(end) + 4;
    if (!mark.icon.isEmpty()) {
        const int side = scaled(12);
        paintIcon(*painter, mark.icon, QRectF(right - side, lineTop + 1, side, side), colors.*mark.color);
        right -= side + 4;
    }
    painter->setPen(quiet);
    const QString second = chat->excerpt.isEmpty() ? chat->modelTitle : chat->excerpt;
    painter->drawText(QRect(left, lineTop, right - left, lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
        small.elidedText(second, Qt::ElideRight, right - left - 4));
    painter->restore();
}

QWidget* ChatDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* editor = new QLineEdit(parent);
    editor->setAccessibleName(tr("Title of the chat"));
    return editor;
}

void ChatDelegate::updateEditorGeometry(
    QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    editor->setGeometry(
        option.rect.adjusted(kMarginX, (option.rect.height() - editor->sizeHint().height()) / 2, -kMarginX,
            -(option.rect.height() - editor->sizeHint().height()) / 2));
}

} // namespace moru
