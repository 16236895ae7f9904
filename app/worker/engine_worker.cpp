#include "app/worker/engine_worker.h"

#include "app/worker/alarm_clock.h"
#include "app/worker/batching_observer.h"

#include <exception>
#include <new>

namespace moru {

namespace {

/// The engine reports errors as values; what could still be thrown is a failed allocation in a container. It
/// must not end the program and the person's words with it.
template <typename Function> std::optional<Error> guarded(Function&& function)
{
    try {
        function();
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        return Error { ErrorCode::OutOfMemory, "an allocation failed", {} };
    } catch (const std::exception& exception) {
        return Error { ErrorCode::Internal, exception.what(), {} };
    }
}

} // namespace

EngineWorker::EngineWorker(std::unique_ptr<InferenceEngine> engine, SteadyClock clock)
    : m_engine(std::move(engine))
    , m_clock(std::move(clock))
{
}

void EngineWorker::load(const LoadJob& job)
{
    LoadOutcome outcome { .id = job.id, .model = {}, .error = {} };
    BatchLimiter limiter(m_clock());
    LoadPhase reported = LoadPhase::CheckFiles;
    const LoadObserver observer = [&](const LoadProgress& progress) {
        // A new phase is always told; there are five of them.
        if (progress.phase != reported || limiter.admit(m_clock()))
            emit loadAdvanced({ job.id, progress });
        reported = progress.phase;
    };
    const auto thrown = guarded([&] {
        if (job.stop.stop_requested()) { // overtaken while it stood in the queue
            m_engine->eject();
            outcome.error = Error { ErrorCode::Cancelled, "loading was stopped", {} };
            return;
        }
        Result<LoadedModelInfo> loaded = m_engine->load(job.request, observer, job.stop);
        if (loaded)
            outcome.model = std::make_shared<const LoadedModelInfo>(std::move(*loaded));
        else
            outcome.error = std::move(loaded.error());
    });
    if (thrown) {
        m_engine->eject();
        outcome.error = thrown;
    }
    emit loadEnded(outcome);
}

void EngineWorker::eject()
{
    m_engine->eject();
    emit ejected();
}

void EngineWorker::generate(const GenerationJob& job)
{
    AlarmClock* wakeUp = nullptr;
    BatchingObserver observer(
        job.id, m_clock, [this](const GenerationBatch& batch) { emit generated(batch); },
        [&wakeUp](SteadyTime due) { wakeUp->ringAt(due); });
    GenerationResult result;
    std::optional<Error> thrown;
    {
        AlarmClock alarm([&observer] { observer.sendHeld(); });
        wakeUp = &alarm;
        thrown = guarded([&] { result = m_engine->generate(job.request, observer, job.stop); });
    }
    observer.finish();
    if (thrown) {
        result.stopReason = StopReason::Error;
        result.error = thrown;
    }
    emit generationEnded({ job.id, std::make_shared<const GenerationResult>(std::move(result)) });
}

void EngineWorker::findMachine(bool probe)
{
    const InferenceEngine::Machine machine = m_engine->machine(probe);
    MachineFacts facts;
    if (machine.description)
        facts.description = *machine.description;
    else
        facts.error = machine.description.error();
    facts.readBandwidth = machine.readBandwidth;
    emit machineFound(facts);
}

} // namespace moru
