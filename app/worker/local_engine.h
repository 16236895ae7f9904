#pragma once

#include "app/interfaces/inference_engine.h"
#include "app/worker/local_prompt_reader.h"
#include "engine/api/session.h"

#include <memory>

namespace moru {

/// The engine in this process: one model and one session, which keeps its cache between requests so that the
/// next one can reuse the prefix.
class LocalEngine final : public InferenceEngine {
public:
    [[nodiscard]] Result<LoadedModelInfo> load(
        const LoadModelRequest& request, const LoadObserver& observer, std::stop_token stop) override;
    void eject() override;
    [[nodiscard]] GenerationResult generate(
        const GenerationRequest& request, GenerationObserver& observer, std::stop_token stop) override;
    [[nodiscard]] Machine machine(bool probe) override;
    [[nodiscard]] std::shared_ptr<const PromptReader> promptReader() const override { return m_prompts; }

private:
    std::shared_ptr<LocalPromptReader> m_prompts = std::make_shared<LocalPromptReader>();
    std::shared_ptr<const LoadedModel> m_model;
    std::unique_ptr<InferenceSession> m_session;
};

} // namespace moru
