#pragma once

#include "engine/api/model.h"
#include "engine/architectures/architecture.h"
#include "engine/loader/checkpoint.h"

#include <filesystem>
#include <memory>

namespace moru {

/// Everything that a model folder holds but the numbers in its weights: opened, recognised, checked.
struct ModelFiles {
    Checkpoint checkpoint;
    RecognisedModel model;
    std::shared_ptr<const Tokenizer> tokenizer; ///< Null when the folder has none.
    std::shared_ptr<const PromptFormat> promptFormat; ///< Null when there is none.
    ModelDescription description;
};

/// `observer` hears CheckFiles and ReadTokenizer. Errors: as describeModel.
[[nodiscard]] Result<ModelFiles> openModelFiles(
    const std::filesystem::path& folder, const LoadObserver& observer);

} // namespace moru
