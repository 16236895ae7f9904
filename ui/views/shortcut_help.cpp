#include "ui/views/shortcut_help.h"

#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"
#include "ui/windows/shortcuts.h"

#include <QCoreApplication>
#include <QDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

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

} // namespace

void showShortcutHelp(QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(QCoreApplication::translate("ShortcutHelp", "Keyboard shortcuts"));
    auto* title = new TextLabel(TextSize::Section, QFont::DemiBold);
    title->setText(dialog.windowTitle());
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(48);
    grid->setVerticalSpacing(5);
    int row = 0;
    addRow(grid, row++, QCoreApplication::translate("ShortcutHelp", "Send the message / new line"),
        QStringLiteral("Enter / Shift+Enter"));
    for (const ShortcutId id : allShortcuts())
        addRow(grid, row++, shortcutTitle(id), keysOf(id));
    auto* close = new TextButton(QStringLiteral("primary"));
    close->setLabel(QCoreApplication::translate("ShortcutHelp", "Close"));
    close->setDefault(true);
    QObject::connect(close, &QPushButton::clicked, &dialog, &QDialog::accept);
    auto* layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(14);
    layout->addWidget(title);
    layout->addLayout(grid);
    layout->addWidget(close, 0, Qt::AlignRight);
    close->setFocus();
    dialog.exec();
}

} // namespace moru
