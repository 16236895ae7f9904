#include "ui/views/shortcut_help.h"

#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"
#include "ui/windows/shortcuts.h"

#include <QCoreApplication>
#include <QDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {

QString keysOf(ShortcutId id)
{
    QStringList keys { shortcut(id).toString(QKeySequence::NativeText) };
    for (const QKeySequence& other : alternativeShortcuts(id))
        keys << other.toString(QKeySequence::NativeText);
    return keys.join(QStringLiteral(", "));
}

void addRow(QGridLayout* grid, int row, const QString& title, const QString& keys)
{
    auto* name = new TextLabel(TextSize::Control, QFont::Normal, Tone::Text2);
    name->setText(title);
    auto* value = new TextLabel(TextSize::Control, QFont::Medium);
    value->setText(keys);
    grid->addWidget(name, row, 0);
    grid->addWidget(value, row, 1, Qt::AlignRight);
}

/// As large as its content, but no higher than leaves the rest of `dialog` on the screen: then it scrolls.
void fitToScreen(QScrollArea& list, const QDialog& dialog)
{
    const QSize content = list.widget()->sizeHint();
    list.setMinimumWidth(content.width() + list.verticalScrollBar()->sizeHint().width());
    list.setMinimumHeight(0);
    const int others = dialog.layout()->totalSizeHint().height() - list.sizeHint().height();
    constexpr int kFrame = 48; // title bar and a little air
    const int room = dialog.screen()->availableSize().height() - others - kFrame;
    list.setFixedHeight(std::max(list.minimumSizeHint().height(), std::min(content.height(), room)));
}

} // namespace

void showShortcutHelp(QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(QCoreApplication::translate("ShortcutHelp", "Keyboard shortcuts"));
    auto* title = new TextLabel(TextSize::Section, QFont::DemiBold);
    title->setText(dialog.windowTitle());
    auto* rows = new QWidget;
    auto* grid = new QGridLayout(rows);
    grid->setContentsMargins(0, 0, 12, 0);
    grid->setHorizontalSpacing(48);
    grid->setVerticalSpacing(5);
    int row = 0;
    addRow(grid, row++, QCoreApplication::translate("ShortcutHelp", "Send the message / new line"),
        QStringLiteral("Enter / Shift+Enter"));
    for (const ShortcutId id : allShortcuts())
        addRow(grid, row++, shortcutTitle(id), keysOf(id));
    auto* list = new QScrollArea;
    list->setFrameShape(QFrame::NoFrame);
    list->setWidgetResizable(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setWidget(rows);
    rows->setAutoFillBackground(false); // setWidget turns it on
    list->viewport()->setAutoFillBackground(false);
    auto* close = new TextButton(QStringLiteral("primary"));
    close->setLabel(QCoreApplication::translate("ShortcutHelp", "Close"));
    close->setDefault(true);
    QObject::connect(close, &QPushButton::clicked, &dialog, &QDialog::accept);
    auto* layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(14);
    layout->addWidget(title);
    layout->addWidget(list);
    layout->addWidget(close, 0, Qt::AlignRight);
    fitToScreen(*list, dialog);
    close->setFocus();
    dialog.exec();
}

} // namespace moru
