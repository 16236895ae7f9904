#pragma once

#include "app/types/engine_state.h"
#include "ui/views/card.h"

#include <QTimer>

namespace moru {

class StackedBar;
class TextButton;
class TextLabel;

/// A model being loaded: phase, file, bytes, elapsed time, and a Cancel that has the focus. A phase that
/// stands still says for how long.
class LoadingCard final : public Card {
    Q_OBJECT

public:
    explicit LoadingCard(QWidget* parent = nullptr);

    void setState(const EngineState& state);
    [[nodiscard]] TextButton* cancelButton() const { return cancel_; }

signals:
    void cancelRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();

    EngineState state_;
    TextLabel* title_;
    TextLabel* phase_;
    TextLabel* bytes_;
    TextLabel* elapsed_;
    TextLabel* detail_;
    TextLabel* still_;
    StackedBar* bar_;
    TextButton* cancel_;
    QTimer clock_; ///< Elapsed time goes on while nothing arrives.
};

} // namespace moru
