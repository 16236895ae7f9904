#pragma once

#include "app/interfaces/prompt_reader.h"
#include "app/types/engine_state.h"
#include "engine/api/generation.h"
#include "engine/api/machine.h"
#include "engine/api/model.h"

#include <memory>
#include <stop_token>

namespace moru {

/// The engine as the worker drives it: one model, one sequence. All functions but `promptReader` block and
/// are called on the worker's thread only. The window's tests use a fake; the program uses
/// app/worker/local_engine.h over engine/api.
class InferenceEngine {
public:
    virtual ~InferenceEngine() = default;

    /// Loads a model in place of the present one, which is given back first. Errors: as moru::loadModel, and
    /// OutOfMemory when the cache cannot be reserved. After an error no model is loaded.
    [[nodiscard]] virtual Result<LoadedModelInfo> load(
        const LoadModelRequest& request, const LoadObserver& observer, std::stop_token stop)
        = 0;
    /// Gives all memory back.
    virtual void eject() = 0;
    /// Answers with the loaded model; without one the result carries ErrorCode::InvalidRequest.
    [[nodiscard]] virtual GenerationResult generate(
        const GenerationRequest& request, GenerationObserver& observer, std::stop_token stop)
        = 0;
    /// What this machine can do, with the read probe when `probe` is true (about 300 ms).
    struct Machine {
        Result<MachineDescription> description;
        double readBandwidth = 0; ///< Bytes per second; 0 without the probe.
    };
    [[nodiscard]] virtual Machine machine(bool probe) = 0;
    /// Reads prompts for whatever model is loaded at the time. Outlives the engine.
    [[nodiscard]] virtual std::shared_ptr<const PromptReader> promptReader() const = 0;
};

} // namespace moru
