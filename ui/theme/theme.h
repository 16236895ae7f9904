#pragma once

#include <QEvent>
#include <QObject>

namespace moru {

enum class ThemeChoice { System, Light, Dark };

/// Sent to every widget after theme or zoom changed; `keepStyled` listens to it.
[[nodiscard]] QEvent::Type themeChangedEvent();

/// Owns the look of the application: style, palette, style sheet and text zoom.
class Theme final : public QObject {
    Q_OBJECT

public:
    explicit Theme(QObject* parent = nullptr);

    void setChoice(ThemeChoice choice);
    void setZoom(double zoom); ///< 1 is 100 %; kept between 0.7 and 2.
    [[nodiscard]] ThemeChoice choice() const { return choice_; }
    [[nodiscard]] double zoom() const { return zoom_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    static bool systemIsDark();

    ThemeChoice choice_ = ThemeChoice::System;
    double zoom_ = 1.0;
    bool applying_ = false;
};

} // namespace moru
