#pragma once

#include "ui/widgets/text_label.h"

#include <QWidget>

namespace moru {

/// One line that ends in "…" where it does not fit; the tooltip then has all of it.
class ElidedLabel final : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(TextSize size = TextSize::Control, QFont::Weight weight = QFont::Normal,
        Tone tone = Tone::Text, Qt::TextElideMode mode = Qt::ElideRight, QWidget* parent = nullptr);

    void setText(const QString& text);
    void setTone(Tone tone);
    [[nodiscard]] QString text() const { return text_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    TextSize size_;
    QFont::Weight weight_;
    Tone tone_;
    Qt::TextElideMode mode_;
    QString text_;
};

} // namespace moru
