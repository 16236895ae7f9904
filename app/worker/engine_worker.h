#pragma once

#include "app/interfaces/inference_engine.h"
#include "app/types/generation_events.h"
#include "app/worker/batch_limiter.h"
#include "app/worker/worker_jobs.h"

#include <QObject>

#include <memory>

namespace moru {

/// Runs one job at a time on the engine's thread. Every public slot is called through that thread's event
/// queue; nothing here is locked, nothing points to an object of the window. Results are values in queued
/// signals.
class EngineWorker final : public QObject {
    Q_OBJECT
public:
    explicit EngineWorker(
        std::unique_ptr<InferenceEngine> engine, SteadyClock clock = std::chrono::steady_clock::now);

public slots:
    void load(const moru::LoadJob& job);
    void eject();
    void generate(const moru::GenerationJob& job);
    void findMachine(bool probe);

signals:
    void loadAdvanced(const moru::LoadAdvance& advance); ///< At most 30 a second.
    void loadEnded(const moru::LoadOutcome& outcome);
    void ejected();
    void generated(const moru::GenerationBatch& batch); ///< At most 30 a second.
    void generationEnded(const moru::GenerationEnd& end); ///< After the last batch.
    void machineFound(const moru::MachineFacts& facts);

private:
    std::unique_ptr<InferenceEngine> m_engine;
    SteadyClock m_clock;
};

} // namespace moru
