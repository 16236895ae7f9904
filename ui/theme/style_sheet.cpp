#include "ui/theme/style_sheet.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QRegularExpression>

namespace moru {

namespace {

// "@name" is a colour of the theme, "12px" a length at 100 %; both are replaced below. Lengths written "1pt"
// stay one device-independent pixel: lines do not grow with the text.
const char* const kSheet = R"(
QToolTip { color: @text; background: @raised; border: 1pt solid @control; padding: 4px 6px; font-size: 12px; }

QPushButton { min-height: 26px; max-height: 26px; padding: 0 12px; border: 1pt solid @line; border-radius: 6px;
    background: @raised; color: @text; font-size: 13px; font-weight: 500; }
QPushButton:hover { border-color: @control; }
QPushButton:pressed { background: @sunken; }
QPushButton:disabled { color: @text3; background: @window; border-color: @line; }
QPushButton[kind~="small"] { min-height: 22px; max-height: 22px; padding: 0 8px; font-size: 12px; }
QPushButton[kind~="primary"] { background: @accent; border-color: @accent; color: @accentText; }
QPushButton[kind~="primary"]:hover { background: @accentInk; border-color: @accentInk; }
QPushButton[kind~="primary"]:disabled { color: @text3; background: @window; border-color: @line; }
QPushButton[kind~="danger"] { color: @error; }
QPushButton[kind~="flat"] { border-color: transparent; background: transparent; color: @accentInk; padding: 0 6px; }
QPushButton[kind~="flat"]:hover { background: @accentTint; }
QPushButton[kind~="flat"]:disabled { color: @text3; }
QPushButton[kind~="quiet"] { border-color: transparent; background: transparent; color: @text2; padding: 0 8px; }
QPushButton[kind~="quiet"]:hover { background: @sunken; }

QToolButton { border: none; border-radius: 6px; background: transparent; color: @text2; padding: 0; }
QToolButton:hover { background: @sunken; }
QToolButton:pressed { background: @line; }
QToolButton:checked { background: @accentTint; }
QToolButton::menu-indicator { image: none; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { min-height: 26px; max-height: 26px; border: 1pt solid @control;
    border-radius: 6px; background: @base; color: @text; padding: 0 8px; font-size: 12px;
    selection-background-color: @accent; selection-color: @accentText; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border: 2pt solid @accent; padding: 0 7px; min-height: 24px; max-height: 24px; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @text3; background: @window; border-color: @line; }
QSpinBox, QDoubleSpinBox { padding-right: 2px; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button { width: 0; border: none; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView { border: 1pt solid @control; background: @base; color: @text; outline: none;
    selection-background-color: @accentTint; selection-color: @text; }

QPlainTextEdit#boxed { border: 1pt solid @control; border-radius: 6px; background: @base; padding: 4px 6px; font-size: 13px; }
QPlainTextEdit#boxed:focus { border: 2pt solid @accent; padding: 3px 5px; }
QTextEdit, QPlainTextEdit { selection-background-color: @accent; selection-color: @accentText; }

QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @line; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: @accent; }
QSlider::sub-page:horizontal:disabled { background: @control; }
QSlider::handle:horizontal { width: 10px; height: 10px; margin: -5px 0; border: 2px solid @accent; border-radius: 7px; background: @base; }
QSlider::handle:horizontal:disabled { border-color: @control; }
QSlider::handle:horizontal:focus { background: @accentTint; }

QScrollBar:vertical { width: 10px; background: transparent; margin: 0; }
QScrollBar::handle:vertical { background: @line; border-radius: 3px; min-height: 32px; margin: 2px; }
QScrollBar:horizontal { height: 10px; background: transparent; margin: 0; }
QScrollBar::handle:horizontal { background: @line; border-radius: 3px; min-width: 32px; margin: 2px; }
QScrollBar::handle:hover { background: @control; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { width: 0; height: 0; background: none; border: none; }

QMenu { background: @base; border: 1pt solid @control; border-radius: 6px; padding: 4px; font-size: 13px; }
QMenu::item { padding: 5px 24px 5px 10px; border-radius: 4px; color: @text; }
QMenu::item:selected { background: @accentTint; color: @text; }
QMenu::item:disabled { color: @text3; }
QMenu::separator { height: 1pt; background: @line; margin: 4px 6px; }
QMenu::indicator { width: 14px; height: 14px; }

QTabBar { background: @window; qproperty-drawBase: 0; font-size: 12px; }
QTabBar::tab { height: 30px; padding: 0 8px; margin: 0 0; color: @text2; background: @window; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; font-weight: 600; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { background: @accentTint; }

QMainWindow { background: @window; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QDockWidget { font-size: 12px; }
QToolBar { background: @window; border: none; border-bottom: 1pt solid @line; spacing: 2px; }
QStatusBar { background: @window; border: none; min-height: 24px; max-height: 24px; }
QStatusBar::item { border: none; }

QListView, QTreeView, QTableView { border: none; outline: none; background: transparent; }
QScrollArea { border: none; background: transparent; }
QDialog { background: @base; border: 1pt solid @control; }
QCheckBox { color: @text; spacing: 8px; }
)";

QColor colorNamed(const ThemeColors& c, const QString& name)
{
    struct Entry {
        const char* name;
        QColor ThemeColors::* color;
    };
    static constexpr Entry kEntries[] = { { "window", &ThemeColors::window }, { "base", &ThemeColors::base },
        { "raised", &ThemeColors::raised }, { "sunken", &ThemeColors::sunken },
        { "line", &ThemeColors::line }, { "control", &ThemeColors::control }, { "text", &ThemeColors::text },
        { "text2", &ThemeColors::text2 }, { "text3", &ThemeColors::text3 },
        { "accent", &ThemeColors::accent }, { "accentText", &ThemeColors::accentText },
        { "accentInk", &ThemeColors::accentInk }, { "accentTint", &ThemeColors::accentTint },
        { "error", &ThemeColors::error } };
    for (const Entry& entry : kEntries)
        if (name == QLatin1String(entry.name))
            return c.*entry.color;
    Q_UNREACHABLE();
}

} // namespace

QString styleSheet(const ThemeColors& colors)
{
    static const QRegularExpression token(QStringLiteral("@([a-z]+[A-Z]?[a-z]*[23]?)|(-?\\d+)(px|pt)"));
    const QString source = QString::fromLatin1(kSheet);
    QString result;
    result.reserve(source.size());
    qsizetype end = 0;
    auto matches = token.globalMatch(source);
    while (matches.hasNext()) {
        const auto match = matches.next();
        result += QStringView(source).mid(end, match.capturedStart() - end);
        end = match.capturedEnd();
        if (match.hasCaptured(1) && !match.captured(1).isEmpty())
            result += colorNamed(colors, match.captured(1)).name();
        else if (match.captured(3) == QLatin1String("pt"))
            result += match.captured(2) + QLatin1String("px");
        else
            result += QString::number(scaled(match.captured(2).toInt())) + QLatin1String("px");
    }
    result += QStringView(source).mid(end);
    return result;
}

} // namespace moru
