#pragma once

#include <QAbstractButton>

namespace moru {

class EngineControl;
class PerformanceSource;

/// The button in the middle of the top bar: the loaded model, its precision and memory, or how far a load is.
/// It shrinks with the window: the memory's bar goes first, then its figure, and the name is cut last.
class ModelButton final : public QAbstractButton {
    Q_OBJECT

public:
    ModelButton(EngineControl& engine, PerformanceSource& performance, QWidget* parent = nullptr);

    void setOpen(bool open);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    EngineControl& engine_;
    PerformanceSource& performance_;
    QString title_;
    QString precision_; ///< Of the loaded model; never cut, for the same name runs differently with another.
    QString state_;
    QString memory_;
    double memoryShare_ = 0;
    bool open_ = false;
};

} // namespace moru
