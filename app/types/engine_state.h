#pragma once

#include "app/types/identifiers.h"
#include "engine/api/error.h"
#include "engine/api/generation.h"
#include "engine/api/model.h"
#include "engine/api/prompt.h"

#include <QMetaType>
#include <QString>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

namespace moru {

/// NotLoaded → Loading → Ready → Generating → Ready. Cancelling stands between a wish to stop and its
/// fulfilment; Failed keeps the reason until the next load.
enum class EngineStatus { NotLoaded, Loading, Ready, Generating, Cancelling, Failed };

enum class GenerationPhase { Prefill, Decode };

/// What a Cancelling engine is about to stop.
enum class CancelTarget { Load, Generation };

struct LoadingState {
    LoadPhase phase = LoadPhase::CheckFiles;
    QString detail; ///< File or layer at hand.
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0; ///< 0 while unknown.
    std::chrono::steady_clock::time_point startedAt {};
    /// When phase, detail or bytes last changed: a phase that stands still says for how long.
    std::chrono::steady_clock::time_point advancedAt {};
};

/// A value that crosses from the controller to every view.
struct EngineState {
    EngineStatus status = EngineStatus::NotLoaded;
    QString modelKey; ///< The model being loaded, loaded, or failed; empty for none.
    QString modelTitle;
    LoadingState loading; ///< Meaningful in Loading, and in Cancelling of a load.
    CancelTarget cancelTarget = CancelTarget::Load; ///< In Cancelling.
    GenerationId generation = 0; ///< In Generating, and in Cancelling of a generation.
    GenerationPhase phase = GenerationPhase::Prefill; ///< In Generating.
    PrefillProgress prefill; ///< Of the present or last generation.
    std::optional<Error> error; ///< In Failed.

    [[nodiscard]] bool hasModel() const
    {
        return status == EngineStatus::Ready || status == EngineStatus::Generating
            || (status == EngineStatus::Cancelling && cancelTarget == CancelTarget::Generation);
    }
};

/// What to load. The key and title travel with it because a folder alone does not know them.
struct LoadModelRequest {
    QString modelKey;
    QString title;
    std::filesystem::path folder;
    LoadOptions options;
};

/// Facts of the loaded model, copied from the engine once, so that no view holds on to weights.
struct LoadedModelInfo {
    QString modelKey;
    QString title;
    ModelDescription description;
    LoadOptions options; ///< With zeros replaced by what was chosen.
    MemoryUse predicted;
    MemoryUse measured;
    QString isa;
    double loadTimeMs = 0;
    QString promptFormat; ///< Empty: the model continues text.
    bool hasSystemRole = false; ///< False: system text goes into the first user turn.
    /// How the format in use relates to the folder's own chat template.
    PromptFormatNotice formatNotice = PromptFormatNotice::None;
    std::optional<PromptFormatDifference> formatDifference; ///< Set exactly when there is a notice.

    [[nodiscard]] bool canChat() const { return !description.isBaseModel && !promptFormat.isEmpty(); }
};

} // namespace moru

Q_DECLARE_METATYPE(moru::EngineState)
Q_DECLARE_METATYPE(moru::LoadModelRequest)
