#include "ui/views/prompt_token_grid.h"

#include "ui/text/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace moru {

namespace {

constexpr int kMargin = 8;
constexpr int kPadding = 4;
constexpr int kTextHeight = 17;
constexpr int kIdHeight = 14;
constexpr int kRowGap = 6;
constexpr int kTurnGap = 4; // more room after a line end: turns begin there

int cellHeight()
{
    return scaled(kTextHeight + kIdHeight + 3);
}

} // namespace

QString visibleToken(const PromptToken& token)
{
    if (!token.bytes.isEmpty())
        return token.bytes;
    QString shown = token.text;
    shown.replace(u'\n', QChar(0x21B5)).replace(u'\t', QChar(0x2192)).replace(u' ', QChar(0xB7));
    return shown;
}

PromptTokenGrid::PromptTokenGrid(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setAutoFillBackground(false);
    keepStyled(this, [this] { layoutCells(); });
    keepTranslated(this, [this] { setAccessibleName(tr("Tokens of the prompt")); });
}

int PromptTokenGrid::count() const
{
    return prompt_ ? static_cast<int>(prompt_->tokens.size()) : 0;
}

void PromptTokenGrid::setPrompt(std::shared_ptr<const PromptText> prompt, int reusedTokens)
{
    const bool isSame = prompt == prompt_;
    prompt_ = std::move(prompt);
    reused_ = reusedTokens;
    if (!isSame) {
        current_ = -1;
        layoutCells();
        verticalScrollBar()->setValue(verticalScrollBar()->maximum()); // the newest turn
        setCurrent(count() - 1);
    }
    viewport()->update();
}

void PromptTokenGrid::layoutCells()
{
    lefts_.clear();
    widths_.clear();
    rows_.clear();
    const QFontMetrics text(codeFont(TextSize::Table));
    const QFontMetrics ids(uiFont(TextSize::Hint));
    const int digit = ids.horizontalAdvance(u'0');
    const int widest = std::max(1, viewport()->width() - 2 * kMargin);
    int x = 0;
    int y = kMargin;
    bool beginsRow = true;
    for (int i = 0; i < count(); ++i) {
        const PromptToken& token = prompt_->tokens[static_cast<std::size_t>(i)];
        const int idWidth = digit * static_cast<int>(QString::number(token.id).size());
        const int width = std::min(widest,
            std::max(text.horizontalAdvance(visibleToken(token)) + 2, idWidth) + 2 * scaled(kPadding));
        if (!beginsRow && x + width > widest) {
            beginsRow = true;
            y += cellHeight() + scaled(kRowGap);
        }
        if (beginsRow) {
            rows_.push_back({ i, y });
            x = 0;
        }
        lefts_.push_back(kMargin + x);
        widths_.push_back(width);
        x += width;
        beginsRow = token.text.endsWith(u'\n');
        if (beginsRow)
            y += cellHeight() + scaled(kRowGap + kTurnGap);
    }
    placeScrollBar();
    viewport()->update();
}

void PromptTokenGrid::placeScrollBar()
{
    const int height = rows_.empty() ? 0 : rows_.back().top + cellHeight() + kMargin;
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(cellHeight());
}

int PromptTokenGrid::rowOf(int index) const
{
    const auto after = std::upper_bound(
        rows_.begin(), rows_.end(), index, [](int token, const Row& row) { return token < row.first; });
    return static_cast<int>(after - rows_.begin()) - 1;
}

QRect PromptTokenGrid::cellOf(int index) const
{
    const auto i = static_cast<std::size_t>(index);
    const Row& row = rows_[static_cast<std::size_t>(rowOf(index))];
    return { lefts_[i], row.top - verticalScrollBar()->value(), widths_[i], cellHeight() };
}

int PromptTokenGrid::tokenAt(QPoint position) const
{
    const int y = position.y() + verticalScrollBar()->value();
    const auto after = std::upper_bound(
        rows_.begin(), rows_.end(), y, [](int value, const Row& row) { return value < row.top; });
    if (after == rows_.begin())
        return -1;
    const int end = after == rows_.end() ? count() : after->first;
    for (int i = std::prev(after)->first; i < end; ++i)
        if (cellOf(i).contains(position))
            return i;
    return -1;
}

void PromptTokenGrid::setCurrent(int index)
{
    const int bounded = std::clamp(index, count() > 0 ? 0 : -1, count() - 1);
    if (bounded == current_)
        return;
    current_ = bounded;
    if (current_ >= 0) {
        const QRect cell = cellOf(current_);
        QScrollBar* bar = verticalScrollBar();
        if (cell.top() < 0)
            bar->setValue(bar->value() + cell.top() - kMargin);
        else if (cell.bottom() > viewport()->height())
            bar->setValue(bar->value() + cell.bottom() - viewport()->height() + kMargin);
    }
    setAccessibleDescription(describe(current_));
    viewport()->update();
    emit currentChanged(current_);
}

QString PromptTokenGrid::describe(int index) const
{
    if (index < 0 || index >= count())
        return {};
    const PromptToken& token = prompt_->tokens[static_cast<std::size_t>(index)];
    QStringList words { tr("token %1 of %2").arg(countText(index + 1), countText(count())),
        tr("id %1").arg(token.id) };
    if (token.isSpecial)
        words << tr("special");
    if (!token.bytes.isEmpty())
        words << tr("a part of a character");
    words << (index < reused_ ? tr("reused") : tr("new"));
    return words.join(QStringLiteral(" · "));
}

int PromptTokenGrid::neighbour(int rowStep) const
{
    if (current_ < 0)
        return -1;
    const int row = rowOf(current_) + rowStep;
    if (row < 0)
        return 0;
    if (row >= static_cast<int>(rows_.size()))
        return count() - 1;
    const int middle
        = lefts_[static_cast<std::size_t>(current_)] + widths_[static_cast<std::size_t>(current_)] / 2;
    const int first = rows_[static_cast<std::size_t>(row)].first;
    const int end
        = row + 1 < static_cast<int>(rows_.size()) ? rows_[static_cast<std::size_t>(row) + 1].first : count();
    int best = first;
    while (best + 1 < end && lefts_[static_cast<std::size_t>(best) + 1] <= middle)
        ++best;
    return best;
}

void PromptTokenGrid::keyPressEvent(QKeyEvent* event)
{
    const int rowsOnPage = std::max(1, viewport()->height() / (cellHeight() + scaled(kRowGap)) - 1);
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrent(current_ - 1);
    case Qt::Key_Right:
        return setCurrent(current_ + 1);
    case Qt::Key_Up:
        return setCurrent(neighbour(-1));
    case Qt::Key_Down:
        return setCurrent(neighbour(1));
    case Qt::Key_PageUp:
        return setCurrent(neighbour(-rowsOnPage));
    case Qt::Key_PageDown:
        return setCurrent(neighbour(rowsOnPage));
    case Qt::Key_Home:
        return setCurrent(0);
    case Qt::Key_End:
        return setCurrent(count() - 1);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void PromptTokenGrid::mousePressEvent(QMouseEvent* event)
{
    if (const int index = tokenAt(event->pos()); index >= 0)
        setCurrent(index);
}

bool PromptTokenGrid::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int index = tokenAt(help->pos());
    if (index >= 0)
        QToolTip::showText(help->globalPos(), describe(index), viewport(), cellOf(index));
    else
        QToolTip::hideText();
    return true;
}

void PromptTokenGrid::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void PromptTokenGrid::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void PromptTokenGrid::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layoutCells();
    else
        placeScrollBar();
}

void PromptTokenGrid::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(colors.accent, 2) : QPen(colors.control, 1));
    painter.setBrush(colors.base);
    const double inset = hasFocus() ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(inset, inset, -inset, -inset), 6, 6);
    painter.setClipRect(viewport()->rect().adjusted(2, 2, -2, -2));
    const int top = verticalScrollBar()->value();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (rows_[r].top + cellHeight() < top)
            continue;
        if (rows_[r].top > top + viewport()->height())
            break;
        const int end = r + 1 < rows_.size() ? rows_[r + 1].first : count();
        for (int i = rows_[r].first; i < end; ++i)
            paintCell(painter, i, cellOf(i));
    }
}

void PromptTokenGrid::paintCell(QPainter& painter, int index, const QRect& cell) const
{
    const ThemeColors& colors = themeColors();
    const PromptToken& token = prompt_->tokens[static_cast<std::size_t>(index)];
    if (token.isSpecial)
        painter.fillRect(cell, colors.bubble);
    painter.setPen(colors.line);
    painter.drawLine(cell.topLeft(), cell.bottomLeft());
    if (index < reused_)
        painter.fillRect(cell.left(), cell.bottom() - 1, cell.width(), 2, colors.phase2);
    QFont font = codeFont(TextSize::Table);
    font.setBold(token.isSpecial);
    painter.setFont(font);
    painter.setPen(token.isSpecial ? colors.head : token.bytes.isEmpty() ? colors.text : colors.text2);
    const QRect inner = cell.adjusted(scaled(kPadding), 0, -1, 0);
    const QString shown = QFontMetrics(font).elidedText(visibleToken(token), Qt::ElideRight, inner.width());
    painter.drawText(QRect(inner.left(), inner.top(), inner.width(), scaled(kTextHeight)),
        Qt::AlignLeft | Qt::AlignVCenter, shown);
    painter.setFont(uiFont(TextSize::Hint));
    painter.setPen(colors.text3);
    painter.drawText(QRect(inner.left(), inner.top() + scaled(kTextHeight), inner.width(), scaled(kIdHeight)),
        Qt::AlignLeft | Qt::AlignVCenter, QString::number(token.id));
    if (index == current_) {
        painter.setPen(QPen(colors.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(cell).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
}

} // namespace moru
