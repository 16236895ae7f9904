#pragma once

#include "app/types/engine_state.h"

#include <QObject>

namespace moru {

class EngineControl;
class ErrorCard;
class LoadingCard;
class MessageColumn;

/// The cards at the end of a conversation that tell of the engine: a model being loaded, or why it was not.
class EngineCards final : public QObject {
    Q_OBJECT

public:
    EngineCards(EngineControl& engine, MessageColumn* column);

signals:
    void cardAdded();
    void loadingEnded(); ///< The card of a load went while it had the focus.
    void chooseModelRequested();

private:
    void update(const EngineState& state);
    void updateLoading(const EngineState& state);
    void updateError(const EngineState& state);

    EngineControl& engine_;
    MessageColumn* column_;
    LoadingCard* loading_ = nullptr;
    ErrorCard* error_ = nullptr;
    bool dismissed_ = false; ///< The person has closed the card of the present error.
};

} // namespace moru
