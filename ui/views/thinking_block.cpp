#include "ui/views/thinking_block.h"

#include "ui/markdown/markdown_view.h"
#include "ui/text/figures.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/text_button.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace moru {

namespace {
constexpr int kHeader = 30;
constexpr int kBodyLeft = 30;
constexpr int kBodyRight = 12;
constexpr int kBodyPadding = 8;
} // namespace

ThinkingBlock::ThinkingBlock(bool open, QWidget* parent)
    : ColumnItem(parent)
    , body_(new MarkdownView(this))
    , answerNow_(new TextButton(QStringLiteral("small"), QStringLiteral("check"), this))
    , open_(open)
{
    setFocusPolicy(Qt::StrongFocus);
    FocusRing::include(this);
    body_->setVisible(open_);
    answerNow_->hide();
    connect(answerNow_, &QPushButton::clicked, this, &ThinkingBlock::answerNowRequested);
    connect(body_, &ColumnItem::heightChanged, this, &ColumnItem::heightChanged);
    keepTranslated(this, [this] { retranslate(); });
}

void ThinkingBlock::setText(const QString& text)
{
    body_->setMarkdown(text);
}

void ThinkingBlock::append(const QString& text)
{
    body_->append(text);
}

void ThinkingBlock::setRunning(bool running, bool endsNow)
{
    running_ = running;
    endsNow_ = running && endsNow;
    const bool hadFocus = answerNow_->hasFocus();
    answerNow_->setVisible(running_);
    answerNow_->setEnabled(!endsNow_);
    if (hadFocus && (!running_ || endsNow_))
        setFocus();
    retranslate();
}

void ThinkingBlock::setFigures(double thinkingMs, int tokens, int budget)
{
    thinkingMs_ = thinkingMs;
    tokens_ = tokens;
    budget_ = budget;
    retranslate();
}

void ThinkingBlock::setOpen(bool open)
{
    open_ = open;
    body_->setVisible(open);
    emit heightChanged();
    update();
}

void ThinkingBlock::retranslate()
{
    const QString shown = title_ + figures_;
    title_ = running_     ? tr("Thinking…")
        : thinkingMs_ > 0 ? tr("Thought for %1 s").arg(secondsText(thinkingMs_))
                          : tr("Thinking");
    const QString tokens = budget_ > 0 && running_
        ? tr("%1 of %2 tokens").arg(countText(tokens_), countText(budget_))
        : tr("%Ln token(s)", nullptr, tokens_);
    figures_ = tokens_ > 0 ? tokens : QString();
    if (running_ && tokens_ > 0)
        figures_ = tr("%1 s").arg(secondsText(thinkingMs_)) + QStringLiteral(" · ") + figures_;
    setAccessibleName(title_);
    answerNow_->setLabel(endsNow_ ? tr("Answering…") : tr("Answer now"));
    answerNow_->setToolTip(tr("Ends the thinking; the answer follows"));
    placeButton();
    if (title_ + figures_ != shown)
        update(0, 0, width(), scaled(kHeader)); // what was thought stands below and stays
}

void ThinkingBlock::placeButton()
{
    const QSize size = answerNow_->sizeHint();
    answerNow_->setGeometry(
        width() - size.width() - 4, (scaled(kHeader) - size.height()) / 2, size.width(), size.height());
}

void ThinkingBlock::resizeEvent(QResizeEvent* event)
{
    ColumnItem::resizeEvent(event);
    placeButton();
}

int ThinkingBlock::layoutColumn(int width)
{
    const int header = scaled(kHeader);
    if (!open_)
        return header;
    const int bodyWidth = width - scaled(kBodyLeft + kBodyRight);
    const int bodyHeight = body_->layoutColumn(bodyWidth);
    body_->setGeometry(scaled(kBodyLeft), header + scaled(kBodyPadding), bodyWidth, bodyHeight);
    return header + bodyHeight + 2 * scaled(kBodyPadding);
}

void ThinkingBlock::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(running_ ? colors.control : colors.line);
    painter.setBrush(colors.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    const int header = scaled(kHeader);
    if (open_) {
        painter.setPen(colors.line);
        painter.drawLine(1, header, width() - 2, header);
    }
    const int side = scaled(15);
    const double top = (header - side) / 2.0;
    paintIcon(painter, open_ ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"),
        QRectF(8, top, side, side), colors.text2);
    paintIcon(painter, QStringLiteral("thinking"), QRectF(8 + side + 8, top, side, side),
        running_ ? colors.accentInk : colors.text2);
    int x = 8 + 2 * (side + 8);
    const QFont strong = uiFont(TextSize::Table, QFont::Medium);
    painter.setFont(strong);
    painter.setPen(running_ ? colors.text : colors.text2);
    painter.drawText(QRect(x, 0, width() - x, header), Qt::AlignVCenter | Qt::AlignLeft, title_);
    x += QFontMetrics(strong).horizontalAdvance(title_) + scaled(8);
    painter.setFont(uiFont(TextSize::Table));
    painter.setPen(colors.text3);
    painter.drawText(QRect(x, 0, width() - x, header), Qt::AlignVCenter | Qt::AlignLeft, figures_);
}

void ThinkingBlock::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->position().y() < scaled(kHeader))
        setOpen(!open_);
}

void ThinkingBlock::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        setOpen(!open_);
    else
        ColumnItem::keyPressEvent(event);
}

} // namespace moru
