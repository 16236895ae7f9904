#pragma once

#include "app/interfaces/engine_control.h"
#include "app/session/generation_queue.h"
#include "app/types/generation_events.h"
#include "app/worker/engine_worker.h"

#include <optional>
#include <stop_token>

namespace moru {

/// The state machine between the window and the engine's thread. Lives on the window's thread; sends jobs to
/// the worker's queue, hears its values, and never waits.
///
///   NotLoaded ─load→ Loading ─ok→ Ready ─order→ Generating ─end→ Ready
///                       │ error→ Failed ─load→ Loading, ─eject→ NotLoaded
///                       └ cancel, eject, load → Cancelling(load) ─ended→ NotLoaded, or Loading of what was
///                       wanted last
///   Generating ─cancel, eject, load→ Cancelling(generation) ─ended→ Ready, NotLoaded or Loading
///   Ready ─load→ Loading, ─eject→ NotLoaded
class EngineController final : public EngineControl {
    Q_OBJECT
public:
    explicit EngineController(EngineWorker& worker, QObject* parent = nullptr);

    [[nodiscard]] const EngineState& state() const override { return m_state; }
    [[nodiscard]] std::shared_ptr<const LoadedModelInfo> loadedModel() const override { return m_model; }
    void load(const LoadModelRequest& request) override;
    void cancelLoad() override;
    void eject() override;

    /// Answers when the engine is free and a model is there. Orders outlive a change of model.
    GenerationId order(BuildRequest build);
    /// Takes an order out of the queue (then nothing is reported of it) or stops it when it runs. Late calls
    /// are harmless.
    void cancel(GenerationId id);
    /// Closes the thinking block of an order that runs; the answer follows. Late calls are harmless.
    void answerNow(GenerationId id);
    /// Orders ahead of this one, the running one included; unset when it does not wait.
    [[nodiscard]] std::optional<int> ordersAhead(GenerationId id) const;

    /// Stops everything and starts nothing any more. Reports still arrive while the event loop runs.
    void shutDown();

signals:
    void generationStarted(moru::GenerationId id);
    void generated(const moru::GenerationBatch& batch);
    void generationEnded(const moru::GenerationEnd& end);
    void queueChanged();

private:
    void startLoad(const LoadModelRequest& request);
    void cancelRunningLoad();
    void startNextOrder();
    void start(GenerationId id, const GenerationRequest& request);
    void reportFailed(GenerationId id, const Error& error);
    void stopGeneration();
    void takeLoadAdvance(const LoadAdvance& advance);
    void takeLoadOutcome(const LoadOutcome& outcome);
    void takeBatch(const GenerationBatch& batch);
    void takeGenerationEnd(const GenerationEnd& end);
    /// What was wished for while something had to be stopped first. True when that decides the next state.
    bool followWish();
    void setState(EngineState state);
    void setModel(std::shared_ptr<const LoadedModelInfo> model);
    void ejectNow();

    EngineWorker& m_worker;
    EngineState m_state;
    std::shared_ptr<const LoadedModelInfo> m_model;
    GenerationQueue m_queue;
    LoadId m_load = 0; // number of the last load sent
    std::stop_source m_loadStop;
    std::stop_source m_generationStop;
    std::stop_source m_answerNow;
    std::optional<LoadModelRequest> m_wantedLoad; // follows when what runs has ended
    bool m_wantsEject = false;
    bool m_isShuttingDown = false;
};

} // namespace moru
