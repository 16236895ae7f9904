#include "app/session/engine_controller.h"

namespace moru {

EngineController::EngineController(EngineWorker& worker, QObject* parent)
    : EngineControl(parent)
    , m_worker(worker)
{
    connect(&worker, &EngineWorker::loadAdvanced, this, &EngineController::takeLoadAdvance);
    connect(&worker, &EngineWorker::loadEnded, this, &EngineController::takeLoadOutcome);
    connect(&worker, &EngineWorker::generated, this, &EngineController::takeBatch);
    connect(&worker, &EngineWorker::generationEnded, this, &EngineController::takeGenerationEnd);
}

void EngineController::load(const LoadModelRequest& request)
{
    if (m_isShuttingDown)
        return;
    m_wantsEject = false;
    switch (m_state.status) {
    case EngineStatus::NotLoaded:
    case EngineStatus::Failed:
    case EngineStatus::Ready:
        startLoad(request);
        break;
    case EngineStatus::Loading:
        m_wantedLoad = request;
        cancelRunningLoad();
        break;
    case EngineStatus::Generating:
        m_wantedLoad = request;
        stopGeneration();
        break;
    case EngineStatus::Cancelling:
        m_wantedLoad = request;
        break;
    }
}

void EngineController::cancelLoad()
{
    m_wantedLoad.reset();
    if (m_state.status == EngineStatus::Loading)
        cancelRunningLoad();
}

void EngineController::eject()
{
    m_wantedLoad.reset();
    switch (m_state.status) {
    case EngineStatus::NotLoaded:
        break;
    case EngineStatus::Failed:
        setState({});
        break;
    case EngineStatus::Ready:
        ejectNow();
        break;
    case EngineStatus::Loading:
        cancelRunningLoad();
        break;
    case EngineStatus::Generating:
        m_wantsEject = true;
        stopGeneration();
        break;
    case EngineStatus::Cancelling:
        m_wantsEject = true;
        break;
    }
}

GenerationId EngineController::order(BuildRequest build)
{
    const GenerationId id = m_queue.add(std::move(build));
    // Not before the caller has the id: what is reported of the order must mean something to it.
    QMetaObject::invokeMethod(this, &EngineController::startNextOrder, Qt::QueuedConnection);
    emit queueChanged();
    return id;
}

void EngineController::cancel(GenerationId id)
{
    if (m_queue.remove(id))
        emit queueChanged();
    else if (m_state.status == EngineStatus::Generating && m_state.generation == id)
        stopGeneration();
}

void EngineController::answerNow(GenerationId id)
{
    if (m_state.status == EngineStatus::Generating && m_state.generation == id)
        m_answerNow.request_stop();
}

std::optional<int> EngineController::ordersAhead(GenerationId id) const
{
    const std::optional<int> before = m_queue.ordersBefore(id);
    if (!before)
        return std::nullopt;
    const bool oneRuns = m_state.status == EngineStatus::Generating
        || (m_state.status == EngineStatus::Cancelling && m_state.cancelTarget == CancelTarget::Generation);
    return *before + (oneRuns ? 1 : 0);
}

void EngineController::shutDown()
{
    m_isShuttingDown = true;
    m_wantedLoad.reset();
    m_loadStop.request_stop();
    m_generationStop.request_stop();
}

void EngineController::startLoad(const LoadModelRequest& request)
{
    m_wantedLoad.reset();
    m_loadStop = std::stop_source();
    ++m_load;
    setModel(nullptr); // the worker gives the present one back first
    EngineState state;
    state.status = EngineStatus::Loading;
    state.modelKey = request.modelKey;
    state.modelTitle = request.title;
    state.loading.startedAt = state.loading.advancedAt = std::chrono::steady_clock::now();
    const LoadJob job { m_load, request, m_loadStop.get_token() };
    QMetaObject::invokeMethod(&m_worker, [worker = &m_worker, job] { worker->load(job); });
    setState(state);
}

void EngineController::cancelRunningLoad()
{
    m_loadStop.request_stop();
    EngineState state = m_state;
    state.status = EngineStatus::Cancelling;
    state.cancelTarget = CancelTarget::Load;
    setState(state);
}

void EngineController::startNextOrder()
{
    while (!m_isShuttingDown && m_state.status == EngineStatus::Ready && m_model) {
        const std::optional<GenerationOrder> next = m_queue.takeNext();
        if (!next)
            return;
        const Result<GenerationRequest> request = next->build(*m_model);
        if (request)
            start(next->id, *request);
        else
            reportFailed(next->id, request.error());
        emit queueChanged();
    }
}

void EngineController::start(GenerationId id, const GenerationRequest& request)
{
    m_generationStop = std::stop_source();
    m_answerNow = std::stop_source();
    GenerationJob job { id, request, m_generationStop.get_token() };
    job.request.answerNow = m_answerNow.get_token();
    QMetaObject::invokeMethod(&m_worker, [worker = &m_worker, job] { worker->generate(job); });
    EngineState state = m_state;
    state.status = EngineStatus::Generating;
    state.generation = id;
    state.phase = GenerationPhase::Prefill;
    state.prefill = {};
    setState(state);
    emit generationStarted(id);
}

void EngineController::reportFailed(GenerationId id, const Error& error)
{
    auto result = std::make_shared<GenerationResult>();
    result->stopReason = StopReason::Error;
    result->error = error;
    emit generationEnded({ id, result });
}

void EngineController::stopGeneration()
{
    m_generationStop.request_stop();
    EngineState state = m_state;
    state.status = EngineStatus::Cancelling;
    state.cancelTarget = CancelTarget::Generation;
    setState(state);
}

void EngineController::takeLoadAdvance(const LoadAdvance& advance)
{
    const bool isOfThisLoad = advance.id == m_load
        && (m_state.status == EngineStatus::Loading
            || (m_state.status == EngineStatus::Cancelling && m_state.cancelTarget == CancelTarget::Load));
    if (!isOfThisLoad)
        return;
    EngineState state = m_state;
    state.loading.phase = advance.progress.phase;
    state.loading.detail = QString::fromStdString(advance.progress.detail);
    state.loading.bytesDone = advance.progress.bytesDone;
    state.loading.bytesTotal = advance.progress.bytesTotal;
    state.loading.advancedAt = std::chrono::steady_clock::now();
    setState(state);
}

void EngineController::takeLoadOutcome(const LoadOutcome& outcome)
{
    if (outcome.id != m_load)
        return;
    const bool wasCancelled = m_state.status == EngineStatus::Cancelling;
    if (followWish())
        return;
    if (wasCancelled) {
        // It may have finished in the moment in which it was cancelled.
        ejectNow();
        return;
    }
    EngineState state = m_state;
    state.loading = {};
    if (outcome.error) {
        state.status = EngineStatus::Failed;
        state.error = outcome.error;
        setState(state);
        return;
    }
    state.status = EngineStatus::Ready;
    setModel(outcome.model);
    setState(state);
    startNextOrder();
}

void EngineController::takeBatch(const GenerationBatch& batch)
{
    const bool isRunning = m_state.status == EngineStatus::Generating
        || (m_state.status == EngineStatus::Cancelling && m_state.cancelTarget == CancelTarget::Generation);
    if (!isRunning || batch.id != m_state.generation)
        return;
    emit generated(batch);
    EngineState state = m_state;
    if (!batch.prefill.empty())
        state.prefill = batch.prefill.back().progress;
    if (!batch.steps.empty())
        state.phase = GenerationPhase::Decode;
    const bool advanced = !batch.prefill.empty() || state.phase != m_state.phase;
    if (advanced)
        setState(state);
}

void EngineController::takeGenerationEnd(const GenerationEnd& end)
{
    const bool isRunning
        = m_state.status == EngineStatus::Generating || m_state.status == EngineStatus::Cancelling;
    if (!isRunning || end.id != m_state.generation)
        return;
    const bool modelGoes = m_wantsEject || m_wantedLoad;
    if (modelGoes && end.result->stopReason == StopReason::Cancelled) {
        auto result = std::make_shared<GenerationResult>(*end.result);
        result->stopReason = StopReason::Ejected;
        emit generationEnded({ end.id, result });
    } else {
        emit generationEnded(end);
    }
    if (followWish())
        return;
    EngineState state = m_state;
    state.status = EngineStatus::Ready;
    state.generation = 0;
    setState(state);
    startNextOrder();
}

bool EngineController::followWish()
{
    if (m_isShuttingDown)
        return false;
    if (m_wantedLoad) {
        m_wantsEject = false;
        startLoad(LoadModelRequest(*m_wantedLoad));
        return true;
    }
    if (m_wantsEject) {
        ejectNow();
        return true;
    }
    return false;
}

void EngineController::ejectNow()
{
    m_wantsEject = false;
    // At the end of the program the thread gives everything back itself, and may have gone with its worker by
    // now.
    if (!m_isShuttingDown)
        QMetaObject::invokeMethod(&m_worker, [worker = &m_worker] { worker->eject(); });
    setModel(nullptr);
    setState({});
}

void EngineController::setModel(std::shared_ptr<const LoadedModelInfo> model)
{
    if (m_model == model)
        return;
    m_model = std::move(model);
    emit loadedModelChanged();
}

void EngineController::setState(EngineState state)
{
    m_state = std::move(state);
    emit stateChanged(m_state);
}

} // namespace moru
