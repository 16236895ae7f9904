#pragma once

#include "app/interfaces/window_services.h"

#include <QWidget>

namespace moru {

class IconLabel;
class SparkLine;
class StackedBar;
class TextLabel;

/// The status bar: what the engine does and how fast, so that speed stays visible with the inspector closed;
/// the processor, the memory, and that the network is not used.
class StatusLine final : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(const WindowServices& services, QWidget* parent = nullptr);

    [[nodiscard]] QString stateText() const;
    /// Takes the whole of the bar: QStatusBar's own layout keeps margins that cannot be set.
    void fill(QWidget* bar);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refreshState();
    void refreshFigures();
    void refreshMachine();

    WindowServices services_;
    TextLabel* state_;
    SparkLine* spark_;
    TextLabel* speed_;
    TextLabel* tokens_;
    TextLabel* machine_;
    IconLabel* memoryIcon_;
    TextLabel* memory_;
    StackedBar* memoryBar_;
    TextLabel* network_;
};

} // namespace moru
