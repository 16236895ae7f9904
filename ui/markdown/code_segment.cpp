#include "ui/markdown/code_segment.h"

#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"

#include <QApplication>
#include <QClipboard>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextEdit>
#include <QWheelEvent>

namespace moru {

namespace {

constexpr int kHeader = 28;
constexpr int kLineHeight = 20;
constexpr int kPadding = 10;

class CodeText final : public QTextEdit {
public:
    using QTextEdit::QTextEdit;

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        // Sideways is ours; up and down belong to the conversation.
        const bool sideways = std::abs(event->angleDelta().x()) > std::abs(event->angleDelta().y())
            || event->modifiers().testFlag(Qt::ShiftModifier);
        if (sideways)
            QTextEdit::wheelEvent(event);
        else
            event->ignore();
    }
};

} // namespace

CodeSegment::CodeSegment(QWidget* parent)
    : ColumnItem(parent)
    , language_(new ElidedLabel(TextSize::Hint, QFont::Medium, Tone::Text3, Qt::ElideRight, this))
    , copy_(new IconButton(QStringLiteral("copy"), IconButton::Size::Small, this))
    , text_(new CodeText(this))
{
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setLineWrapMode(QTextEdit::NoWrap);
    text_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    text_->setFocusPolicy(Qt::ClickFocus);
    text_->setStyleSheet(QStringLiteral("QTextEdit { background: transparent; }"));
    text_->viewport()->setAutoFillBackground(false);
    text_->document()->setDocumentMargin(0);
    text_->document()->setUndoRedoEnabled(false);
    connect(copy_, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(code()); });
    keepTranslated(this, [this] { copy_->setName(tr("Copy code")); });
}

void CodeSegment::setLanguage(const QString& language)
{
    language_->setText(language);
}

QString CodeSegment::code() const
{
    return text_->toPlainText();
}

void CodeSegment::appendSettled(const QString& text)
{
    const bool endsLine = text.endsWith(QLatin1Char('\n'));
    const QString shown = endsLine ? text.chopped(1) : text;
    replaceOpen(text.isEmpty() ? QString() : heldLineEnd_ + shown);
    if (!text.isEmpty())
        heldLineEnd_ = endsLine ? QStringLiteral("\n") : QString();
    open_.clear();
    openStart_ = endPosition();
}

void CodeSegment::setOpen(const QString& text)
{
    const QString shown = text.endsWith(QLatin1Char('\n')) ? text.chopped(1) : text;
    replaceOpen(text.isEmpty() ? QString() : heldLineEnd_ + shown);
}

void CodeSegment::replaceOpen(const QString& text)
{
    // Code that streams only grows: what stands is left, so it is not laid out again.
    QTextCursor edit(text_->document());
    edit.beginEditBlock();
    // "\r\n" is one line end in a document, also when it comes in two parts.
    const bool grows = text.startsWith(open_) && !open_.endsWith(QLatin1Char('\r'));
    if (!grows) {
        QTextCursor cursor(text_->document());
        cursor.setPosition(openStart_);
        cursor.setPosition(endPosition(), QTextCursor::KeepAnchor);
        cursor.removeSelectedText();
    }
    if (const QString fresh = grows ? text.mid(open_.size()) : text; !fresh.isEmpty())
        insertAtEnd(fresh);
    edit.endEditBlock();
    open_ = text;
}

int CodeSegment::endPosition() const
{
    return text_->document()->characterCount() - 1;
}

void CodeSegment::insertAtEnd(const QString& text)
{
    QTextCharFormat format;
    format.setFont(codeFont(TextSize::Control));
    format.setForeground(themeColors().text);
    QTextCursor cursor(text_->document());
    cursor.setPosition(endPosition());
    if (text_->document()->isEmpty()) {
        QTextBlockFormat lines;
        lines.setLineHeight(scaled(kLineHeight), QTextBlockFormat::FixedHeight);
        cursor.setBlockFormat(lines);
    }
    cursor.insertText(text, format);
    insertedCharacters_ += text.size();
}

int CodeSegment::layoutColumn(int width)
{
    const int header = scaled(kHeader);
    const int padding = scaled(kPadding);
    copy_->move(width - copy_->width() - 4, (header - copy_->height()) / 2);
    language_->setGeometry(padding, 0, width - copy_->width() - 2 * padding, header);
    const int lines = text_->document()->blockCount();
    const int textWidth = width - 2 * padding;
    int textHeight = lines * scaled(kLineHeight);
    if (text_->document()->idealWidth() > textWidth)
        textHeight += text_->horizontalScrollBar()->sizeHint().height();
    text_->setGeometry(padding, header, textWidth, textHeight);
    // Text was inserted while the box was smaller, and it followed its end.
    text_->verticalScrollBar()->setValue(0);
    return header + textHeight + padding;
}

void CodeSegment::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColors().sunken);
    painter.drawRoundedRect(rect(), 6, 6);
}

} // namespace moru
