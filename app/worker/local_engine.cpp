#include "app/worker/local_engine.h"

namespace moru {

namespace {

LoadedModelInfo factsOf(
    const LoadModelRequest& request, const LoadedModel& model, const InferenceSession& session)
{
    LoadedModelInfo info;
    info.modelKey = request.modelKey;
    info.title = request.title;
    info.description = model.description();
    info.options = model.options();
    info.predicted = predictMemory(info.description, info.options);
    info.measured = session.memory();
    info.isa = QString::fromStdString(model.isa());
    info.loadTimeMs = model.loadTimeMs();
    if (const PromptFormat* format = model.promptFormat()) {
        const std::string_view name = format->name();
        info.promptFormat = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        info.hasSystemRole = format->hasSystemRole();
    }
    if (model.tokenizer()) {
        // Loading has chosen the format by the same call; it can fail now only if the folder has just
        // changed.
        if (auto chosen = choosePromptFormat(request.folder, *model.tokenizer())) {
            info.formatNotice = chosen->notice;
            info.formatDifference = std::move(chosen->difference);
        }
    }
    return info;
}

} // namespace

Result<LoadedModelInfo> LocalEngine::load(
    const LoadModelRequest& request, const LoadObserver& observer, std::stop_token stop)
{
    eject(); // two models at once may not fit
    auto model = loadModel(request.folder, request.options, observer, stop);
    if (!model)
        return std::unexpected(model.error());
    observer({ .phase = LoadPhase::ReserveCache, .detail = {}, .bytesDone = 0, .bytesTotal = 0 });
    auto session = createSession(*model);
    if (!session)
        return std::unexpected(session.error());
    if (stop.stop_requested())
        return failure(ErrorCode::Cancelled, request.folder.string(), "loading was stopped");
    m_model = std::move(*model);
    m_session = std::move(*session);
    m_prompts->setModel(m_model);
    return factsOf(request, *m_model, *m_session);
}

void LocalEngine::eject()
{
    m_prompts->setModel(nullptr);
    m_session.reset();
    m_model.reset();
}

GenerationResult LocalEngine::generate(
    const GenerationRequest& request, GenerationObserver& observer, std::stop_token stop)
{
    if (!m_session) {
        GenerationResult result;
        result.error = Error { ErrorCode::InvalidRequest, "no model is loaded", {} };
        return result;
    }
    return m_session->generate(request, observer, stop);
}

InferenceEngine::Machine LocalEngine::machine(bool probe)
{
    Machine facts { describeMachine(), 0 };
    if (probe && facts.description)
        facts.readBandwidth = probeReadBandwidth(facts.description->threadCount);
    return facts;
}

} // namespace moru
