#include "ui/views/find_bar.h"

#include "ui/text/figures.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/conversation_search.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace moru {

FindBar::FindBar(ConversationSearch* search, QWidget* parent)
    : QWidget(parent)
    , search_(search)
    , field_(new QLineEdit)
    , count_(new TextLabel(TextSize::Table, QFont::Normal, Tone::Text3))
    , previous_(new IconButton(QStringLiteral("chevron-up"), IconButton::Size::Small))
    , next_(new IconButton(QStringLiteral("chevron-down"), IconButton::Size::Small))
    , close_(new IconButton(QStringLiteral("close"), IconButton::Size::Small))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 6, 8, 7);
    layout->setSpacing(6);
    layout->addWidget(field_, 1);
    layout->addWidget(count_);
    layout->addWidget(previous_);
    layout->addWidget(next_);
    layout->addWidget(close_);
    auto* glass = field_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    for (QWidget* part : { static_cast<QWidget*>(field_), static_cast<QWidget*>(previous_),
             static_cast<QWidget*>(next_), static_cast<QWidget*>(close_) })
        part->installEventFilter(this);
    connect(field_, &QLineEdit::textChanged, search_, &ConversationSearch::find);
    connect(search_, &ConversationSearch::changed, this, &FindBar::refresh);
    connect(next_, &QToolButton::clicked, this, [this] { search_->step(1); });
    connect(previous_, &QToolButton::clicked, this, [this] { search_->step(-1); });
    connect(close_, &QToolButton::clicked, this, &FindBar::close);
    keepTranslated(this, [this] {
        field_->setPlaceholderText(tr("Find in this chat"));
        field_->setAccessibleName(tr("Find in this chat"));
        previous_->setName(tr("Previous place"), QKeySequence(Qt::SHIFT | Qt::Key_Return));
        next_->setName(tr("Next place"), QKeySequence(Qt::Key_Return));
        close_->setName(tr("Close"), QKeySequence(Qt::Key_Escape));
        refresh();
    });
    keepStyled(this, [this, glass] {
        glass->setIcon(icon(QStringLiteral("search")));
        if (isVisible())
            search_->find(field_->text()); // the marks have the theme's colours
    });
}

void FindBar::open()
{
    const bool wasHidden = isHidden();
    show();
    field_->setFocus(Qt::ShortcutFocusReason);
    field_->selectAll();
    if (wasHidden)
        search_->find(field_->text());
}

void FindBar::close()
{
    if (isHidden())
        return;
    hide();
    search_->find({});
    emit closed();
}

QString FindBar::countWords() const
{
    return count_->text();
}

void FindBar::refresh()
{
    const int count = search_->count();
    const bool hasWords = !field_->text().isEmpty();
    count_->setText(!hasWords ? QString()
            : count == 0      ? tr("not found")
                              : tr("%1 of %2").arg(countText(search_->current() + 1), countText(count)));
    count_->setTone(hasWords && count == 0 ? Tone::Warning : Tone::Text3);
    previous_->setEnabled(count > 0);
    next_->setEnabled(count > 0);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isEscape = key->key() == Qt::Key_Escape;
    if (event->type() == QEvent::ShortcutOverride) {
        // Esc closes the bar; it does not stop the answer that is being written.
        if (isEscape)
            event->accept();
        return isEscape;
    }
    if (isEscape) {
        close();
        return true;
    }
    if (watched == field_ && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        search_->step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FindBar::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.raised);
    painter.fillRect(0, height() - 1, width(), 1, colors.line);
}

} // namespace moru
