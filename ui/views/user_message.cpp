#include "ui/views/user_message.h"

#include "ui/markdown/still_browser.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/message_actions.h"
#include "ui/views/message_edit.h"
#include "ui/widgets/text_button.h"

#include <QApplication>
#include <QClipboard>
#include <QPainter>
#include <QTextCursor>

#include <cmath>

namespace moru {

namespace {
constexpr int kLineHeight = 22;
constexpr int kPaddingX = 12;
constexpr int kPaddingY = 8;
constexpr double kWidestShare = 0.8;
} // namespace

UserMessage::UserMessage(QWidget* parent)
    : MessageItem(new MessageActions(MessageActions::Owner::User), parent)
    , text_(new StillBrowser(this))
{
    connect(actions(), &MessageActions::copyRequested, this,
        [this] { QApplication::clipboard()->setText(record().text); });
    connect(actions(), &MessageActions::editRequested, this, &UserMessage::startEditing);
    keepStyled(this, [this] { restyle(); });
    keepTranslated(this, [this] { describe(); });
    updateActions();
}

void UserMessage::setRecord(const MessageRecord& record)
{
    storeRecord(record);
    restyle();
}

void UserMessage::setCompletion(bool completion)
{
    if (completion_ == completion)
        return;
    completion_ = completion;
    restyle();
}

void UserMessage::restyle()
{
    QTextDocument* document = text_->document();
    document->clear();
    QTextCharFormat characters;
    characters.setFont(uiFont(TextSize::Message));
    characters.setForeground(completion_ ? themeColors().text2 : themeColors().text);
    QTextBlockFormat lines;
    lines.setLineHeight(scaled(kLineHeight), QTextBlockFormat::FixedHeight);
    QTextCursor cursor(document);
    cursor.setBlockFormat(lines);
    cursor.insertText(record().text, characters);
    emit heightChanged();
}

QString UserMessage::speaker() const
{
    return completion_ ? tr("your text") : tr("you");
}

int UserMessage::layoutColumn(int width)
{
    if (edit_)
        return layoutEditor(width);
    const int paddingX = completion_ ? 0 : scaled(kPaddingX);
    const int paddingY = completion_ ? 0 : scaled(kPaddingY);
    const int widest = completion_ ? width : static_cast<int>(width * kWidestShare) - 2 * paddingX;
    QTextDocument* document = text_->document();
    document->setTextWidth(widest);
    // One more than the ideal: Qt rounds line widths down and would break the line again.
    const int textWidth
        = completion_ ? width : std::min(widest, static_cast<int>(std::ceil(document->idealWidth())) + 1);
    document->setTextWidth(textWidth);
    const int textHeight = static_cast<int>(std::ceil(document->size().height()));
    bubble_ = QRect(width - textWidth - 2 * paddingX, 0, textWidth + 2 * paddingX, textHeight + 2 * paddingY);
    text_->setGeometry(bubble_.left() + paddingX, paddingY, textWidth, textHeight);
    const QSize size = actions()->sizeHint();
    // Beside the bubble where there is room; over the page's empty left part otherwise.
    const int x = completion_ ? width - size.width() : std::max(0, bubble_.left() - size.width() - scaled(8));
    actions()->setGeometry(
        x, std::max(0, bubble_.height() - size.height() - scaled(6)), size.width(), size.height());
    return bubble_.height();
}

int UserMessage::layoutEditor(int width)
{
    const int paddingX = scaled(kPaddingX);
    const int paddingY = scaled(kPaddingY);
    const int textHeight = edit_->place({ paddingX, paddingY }, width - 2 * paddingX);
    const QSize acceptSize = accept_->sizeHint();
    const QSize cancelSize = cancel_->sizeHint();
    const int y = textHeight + 2 * paddingY;
    accept_->setGeometry(QRect(QPoint(width - paddingX - acceptSize.width(), y), acceptSize));
    cancel_->setGeometry(QRect(QPoint(accept_->x() - 6 - cancelSize.width(), y), cancelSize));
    bubble_ = QRect(0, 0, width, y + acceptSize.height() + paddingY);
    return bubble_.height();
}

void UserMessage::startEditing()
{
    if (edit_)
        return;
    edit_ = new MessageEdit(this);
    accept_ = new TextButton(QStringLiteral("primary small"), QStringLiteral("send"), this);
    cancel_ = new TextButton(QStringLiteral("small"), {}, this);
    accept_->setLabel(tr("Send as new version"));
    cancel_->setLabel(tr("Cancel"));
    edit_->setAccessibleName(tr("Edit message"));
    edit_->setOwnsEscape(true);
    edit_->setMessage(record().text);
    connect(edit_, &QTextEdit::textChanged, this, &ColumnItem::heightChanged);
    connect(edit_, &MessageEdit::sendRequested, this, [this] { finishEditing(true); });
    connect(edit_, &MessageEdit::escapePressed, this, [this] { finishEditing(false); });
    connect(accept_, &QPushButton::clicked, this, [this] { finishEditing(true); });
    connect(cancel_, &QPushButton::clicked, this, [this] { finishEditing(false); });
    text_->hide();
    updateActions();
    for (QWidget* widget :
        { static_cast<QWidget*>(edit_), static_cast<QWidget*>(accept_), static_cast<QWidget*>(cancel_) })
        widget->show();
    emit heightChanged();
    edit_->setFocus();
    emit editingStarted();
}

bool UserMessage::actionsShown() const
{
    return !edit_ && MessageItem::actionsShown();
}

void UserMessage::finishEditing(bool accept)
{
    if (!edit_)
        return;
    const QString text = edit_->takeText();
    for (QWidget* widget :
        { static_cast<QWidget*>(edit_), static_cast<QWidget*>(accept_), static_cast<QWidget*>(cancel_) }) {
        widget->hide();
        widget->deleteLater();
    }
    edit_ = nullptr;
    text_->show();
    setFocus();
    updateActions();
    emit heightChanged();
    if (accept && !text.trimmed().isEmpty() && text != record().text)
        emit edited(id(), text);
}

void UserMessage::paintEvent(QPaintEvent*)
{
    if (completion_ && !edit_)
        return;
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edit_ ? QPen(colors.accent) : QPen(Qt::NoPen));
    painter.setBrush(edit_ ? colors.base : colors.bubble);
    painter.drawRoundedRect(QRectF(bubble_).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace moru
