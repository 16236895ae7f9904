#pragma once

#include "ui/widgets/column_item.h"

class QVBoxLayout;

namespace moru {

/// A framed part of the conversation that is no message: loading, an error, a notice. Its content is an
/// ordinary Qt layout; at most 560 px wide, centred.
class Card : public ColumnItem {
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);

    int layoutColumn(int width) final;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QVBoxLayout* content() const { return content_; }
    /// To be called when the content's height may have changed.
    void contentChanged();

private:
    QWidget* body_;
    QVBoxLayout* content_;
};

} // namespace moru
