#pragma once

#include <QWidget>

class QPainter;

namespace moru {

struct ThemeColors;

/// Kinds of chips: what a model is (Plain, Outline) or how something is (with an icon beside the word).
enum class ChipKind { Plain, Outline, Accent, Ok, Warning, Error };

[[nodiscard]] int chipWidth(const QString& text, bool hasIcon = false);
/// Left end and vertical middle; returns the width.
int paintChip(QPainter& painter, QPoint leftMiddle, const QString& text, ChipKind kind,
    const ThemeColors& colors, const QString& iconName = {});

/// A word on a small ground, 18 px high.
class Chip final : public QWidget {
    Q_OBJECT

public:
    explicit Chip(ChipKind kind = ChipKind::Plain, QWidget* parent = nullptr);

    void setText(const QString& text);
    void setKind(ChipKind kind, const QString& iconName = {});
    [[nodiscard]] QString text() const { return text_; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ChipKind kind_;
    QString text_;
    QString iconName_;
};

} // namespace moru
