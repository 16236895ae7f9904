#pragma once

#include "app/interfaces/prompt_reader.h"
#include "engine/api/model.h"

#include <memory>
#include <mutex>

namespace moru {

/// Reads prompts with the model that LocalEngine has loaded. Holds the model only while it reads, so that a
/// model that is ejected is gone when `setModel` returns.
class LocalPromptReader final : public PromptReader {
public:
    /// Called on the engine's thread; waits for a prompt that is being read, a few milliseconds.
    void setModel(std::shared_ptr<const LoadedModel> model);

    [[nodiscard]] Result<Count> count(const PromptRequest& prompt) const override;
    [[nodiscard]] Result<PromptText> read(const PromptRequest& prompt, int droppedMessages) const override;

private:
    mutable std::mutex m_mutex; // guards the pointer for as long as it is used
    std::shared_ptr<const LoadedModel> m_model;
};

} // namespace moru
