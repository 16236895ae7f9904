#pragma once

#include <QCheckBox>

namespace moru {

/// A check box drawn as a switch of 28 × 16.
class SwitchBox final : public QCheckBox {
    Q_OBJECT

public:
    explicit SwitchBox(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& position) const override;
};

} // namespace moru
