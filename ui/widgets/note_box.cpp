#include "ui/widgets/note_box.h"

#include "ui/theme/icons.h"
#include "ui/theme/keep_words.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPainter>

namespace moru {

namespace {
constexpr int kIconSide = 16;
constexpr int kIconColumn = 34;
} // namespace

NoteBox::NoteBox(NoteKind kind, const QString& iconName, QWidget* parent)
    : QFrame(parent)
    , kind_(kind)
    , iconName_(iconName)
    , words_(new TextLabel(TextSize::Table))
    , action_(new TextButton(QStringLiteral("small")))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kIconColumn, 8, 8, 8);
    layout->setSpacing(8);
    words_->setWordWrap(true);
    words_->setTextFormat(Qt::RichText);
    layout->addWidget(words_, 1);
    layout->addWidget(action_, 0, Qt::AlignVCenter);
    action_->hide();
    // Not fixed: that would be the height at the width it would like, and cut the words where there is less.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    connect(action_, &QPushButton::clicked, this, &NoteBox::actionTriggered);
    keepStyled(this, [this] { writeWords(); });
}

void NoteBox::setKind(NoteKind kind, const QString& iconName)
{
    kind_ = kind;
    iconName_ = iconName;
    update();
}

void NoteBox::setWords(const QString& lead, const QString& text)
{
    lead_ = lead;
    text_ = text;
    writeWords();
    setAccessibleName(lead.isEmpty() ? text : lead + QLatin1Char(' ') + text);
}

void NoteBox::writeWords()
{
    QString html = keepWords(text_).toHtmlEscaped();
    if (!lead_.isEmpty())
        html = QStringLiteral("<span style=\"font-weight:600\">%1</span> %2")
                   .arg(keepWords(lead_).toHtmlEscaped(), html);
    // Named here: rich text in a label that was hidden when the theme changed keeps the colour of the old
    // one.
    words_->setText(
        QStringLiteral("<span style=\"color:%1\">%2</span>").arg(themeColors().text.name(), html));
}

void NoteBox::setAction(const QString& label)
{
    action_->setLabel(label);
    action_->setVisible(!label.isEmpty());
}

void NoteBox::paintEvent(QPaintEvent*)
{
    const ThemeColors& c = themeColors();
    const QColor ground = kind_ == NoteKind::Info ? c.accentTint
        : kind_ == NoteKind::Warning              ? c.warningTint
        : kind_ == NoteKind::Error                ? c.errorTint
                                                  : c.raised;
    const QColor ink = kind_ == NoteKind::Info ? c.accentInk
        : kind_ == NoteKind::Warning           ? c.warning
        : kind_ == NoteKind::Error             ? c.error
                                               : c.text2;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), 6, 6);
    const int side = scaled(kIconSide);
    paintIcon(painter, iconName_, QRectF(10, 9, side, side), ink);
}

} // namespace moru
