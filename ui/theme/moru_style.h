#pragma once

#include <QProxyStyle>

namespace moru {

/// Fusion with the few measures and marks that a style sheet cannot give: icon sizes, quick tooltips, no
/// mnemonic underlines, and no animation (charts jump, nothing spins).
class MoruStyle final : public QProxyStyle {
    Q_OBJECT

public:
    MoruStyle();

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* result) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
};

} // namespace moru
