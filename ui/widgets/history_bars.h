#pragma once

#include <QList>
#include <QWidget>

namespace moru {

/// The speeds of the last answers as small bars, the newest in the accent.
class HistoryBars final : public QWidget {
    Q_OBJECT

public:
    explicit HistoryBars(QWidget* parent = nullptr);

    struct Bar {
        double value = 0;
        QString words; ///< Tooltip.

        bool operator==(const Bar&) const = default;
    };
    void setBars(QList<Bar> bars);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double barWidth() const;

    QList<Bar> bars_;
};

} // namespace moru
