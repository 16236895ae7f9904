#pragma once

#include "ui/widgets/text_label.h"

#include <QWidget>

namespace moru {

/// An icon that is no button. It says nothing to screen readers: a word always stands beside it.
class IconLabel final : public QWidget {
    Q_OBJECT

public:
    explicit IconLabel(
        const QString& iconName, Tone tone = Tone::Text2, int side = 16, QWidget* parent = nullptr);

    void setIcon(const QString& iconName, Tone tone);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString iconName_;
    Tone tone_;
    int side_;
};

} // namespace moru
