#pragma once

#include <QPushButton>

namespace moru {

/// A button with words, perhaps an icon and the key that does the same. Kinds: see style_sheet.h.
class TextButton final : public QPushButton {
    Q_OBJECT

public:
    explicit TextButton(const QString& kind = {}, const QString& iconName = {}, QWidget* parent = nullptr);

    void setKind(const QString& kind);
    void setIconName(const QString& iconName);
    /// Draws the key as a small cap at the right end; it does not bind the key.
    void setKeyCap(const QString& key);
    /// Text and accessible name in one.
    void setLabel(const QString& text);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    [[nodiscard]] int keyCapWidth() const;

    QString kind_;
    QString iconName_;
    QString keyCap_;
    QString label_;
};

} // namespace moru
