#pragma once

#include "app/worker/engine_worker.h"

#include <QThread>

#include <chrono>
#include <memory>

namespace moru {

/// The thread on which the worker lives. Owns both.
class EngineThread {
public:
    explicit EngineThread(std::unique_ptr<InferenceEngine> engine);
    /// Waits for the worker; call `leave` before, which does not wait for ever.
    ~EngineThread();
    EngineThread(const EngineThread&) = delete;
    EngineThread& operator=(const EngineThread&) = delete;

    [[nodiscard]] EngineWorker& worker() { return *m_worker; }

    /// Ends the thread once its present job has heard its stop token. False when it did not within
    /// `patience`: then the program must end without destroying this object (a read from a dead disk can hang
    /// for minutes).
    [[nodiscard]] bool leave(std::chrono::milliseconds patience);

private:
    QThread m_thread;
    EngineWorker* m_worker; // deleted on its own thread when that ends
};

} // namespace moru
