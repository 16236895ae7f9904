#pragma once

#include <QList>
#include <QWidget>

namespace moru {

/// The last values of a figure as a small line without axes.
class SparkLine final : public QWidget {
    Q_OBJECT

public:
    explicit SparkLine(QSize sizeAtFullScale, QWidget* parent = nullptr);

    void setValues(QList<double> values);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize size_;
    QList<double> values_;
};

} // namespace moru
