#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

namespace moru {

/// Draws the mark of the keyboard focus: a ring of 2 px in the accent, 1 px away from the control. Text boxes
/// show the focus by their own outline and get none.
class FocusRing final : public QWidget {
    Q_OBJECT

public:
    explicit FocusRing(QWidget* window);

    /// Makes one for every window, popup and dialog that gets the focus, as long as `owner` lives.
    static void makeForAllWindows(QObject* owner);
    /// Asks for a ring around a widget that is neither a button nor a slider.
    static void include(QWidget* widget);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QWidget* target);
    void place();

    QPointer<QWidget> target_;
    QList<QPointer<QWidget>> watched_; ///< The target and its ancestors: any of them can move it.
};

} // namespace moru
