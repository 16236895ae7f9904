#pragma once

#include <QKeySequence>
#include <QToolButton>

namespace moru {

/// A button that is an icon: 28 px (icon 16) in bars, 24 px (icon 14) beside text. Its name is its tooltip
/// and what a screen reader says.
class IconButton final : public QToolButton {
    Q_OBJECT

public:
    enum class Size { Bar, Small };

    explicit IconButton(const QString& iconName, Size size = Size::Bar, QWidget* parent = nullptr);

    void setName(const QString& name, const QKeySequence& shortcut = {});
    void setIconName(const QString& iconName);

private:
    void restyle();

    QString iconName_;
    Size size_;
};

/// Name and shortcut as a tooltip shows them: "New chat  Ctrl+N".
[[nodiscard]] QString tooltipWithShortcut(const QString& name, const QKeySequence& shortcut);

} // namespace moru
