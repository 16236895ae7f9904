#pragma once

#include "ui/theme/fonts.h"

#include <QLabel>

namespace moru {

struct ThemeColors;

/// The tones that text is written in.
enum class Tone { Text, Text2, Text3, Accent, Ok, Warning, Error };
[[nodiscard]] QColor toneColor(const ThemeColors& colors, Tone tone);

/// A label of one size, weight and tone that follows theme and zoom. Korean words are kept whole at line
/// ends.
class TextLabel final : public QLabel {
    Q_OBJECT

public:
    explicit TextLabel(TextSize size = TextSize::Control, QFont::Weight weight = QFont::Normal,
        Tone tone = Tone::Text, QWidget* parent = nullptr);

    void setTone(Tone tone);
    void setWords(const QString& text); ///< Plain text that wraps at words.

protected:
    void showEvent(QShowEvent* event) override;

private:
    void restyle();

    TextSize size_;
    QFont::Weight weight_;
    Tone tone_;
};

} // namespace moru
