#pragma once

#include "app/types/engine_state.h"

#include <QObject>

#include <memory>

namespace moru {

/// Loads, ejects and reports; the only way to the engine for the window. Every call returns at once: it
/// states a wish, and `stateChanged` tells what became of it.
class EngineControl : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual const EngineState& state() const = 0;
    /// Facts of the loaded model; null unless state().hasModel().
    [[nodiscard]] virtual std::shared_ptr<const LoadedModelInfo> loadedModel() const = 0;

    /// Loads a model. Ejects the present one first; while another load runs, that one is cancelled and this
    /// one follows. Called twice quickly, the last wish wins. A model that fails is tried once.
    virtual void load(const LoadModelRequest& request) = 0;
    /// Breaks off a load, or withdraws a wish that waits behind another. Nothing happens when none runs.
    virtual void cancelLoad() = 0;
    /// Stops what runs (answers end with reason "model ejected"), then gives all memory back.
    virtual void eject() = 0;

signals:
    /// At most 30 times a second while a state only advances (bytes, prefill); at once when it changes.
    void stateChanged(const moru::EngineState& state);
    void loadedModelChanged();
};

} // namespace moru
