#pragma once

#include "app/cli/command.h"
#include "engine/api/model.h"

#include <filesystem>
#include <memory>

namespace moru::cli {

/// The folder that the command's first operand names. Errors: ModelNotFound and what else resolveModel has.
[[nodiscard]] Result<std::filesystem::path> modelFolder(const Invocation& invocation);

/// What --precision, --threads, --context and --ignore-memory-limit ask for. Without --context the cache is
/// reserved for the usual 4096 tokens, or for `contextNeeded` when that is given.
/// Errors: InvalidSetting.
[[nodiscard]] Result<LoadOptions> loadOptions(const Arguments& arguments, int contextNeeded = 0);

/// Loads the model of the first operand and shows how far it is. Errors: all that loading has; Cancelled.
[[nodiscard]] Result<std::shared_ptr<const LoadedModel>> openModel(
    Invocation& invocation, const LoadOptions& options);

} // namespace moru::cli
