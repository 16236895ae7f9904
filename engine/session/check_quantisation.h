#pragma once

#include "engine/api/model.h"
#include "engine/core/thread_pool.h"
#include "engine/session/loaded_model.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace moru {

/// What the check after quantising runs: the caller's ids, or some English, code and Korean in the model's
/// tokens. Empty where nothing can be checked: exact models, comparison schemes, folders without a tokenizer.
[[nodiscard]] std::vector<TokenId> idsToCheck(const LoadedModelImplementation& model);

/// The largest mean KL that a model's precision may cost.
[[nodiscard]] double meanKlBar(const LoadedModelImplementation& model);

/// Mean KL of the model against its weights as stored, which are read from the checkpoint once more and given
/// back layer by layer; embedding and head are the model's own, and so is the cache's format.
/// Nothing for a model that predicts the engine's text worse than chance: random weights turn any rounding
/// into another answer, and no format could help. Errors: OutOfMemory, Cancelled, FileChanged.
[[nodiscard]] Result<std::optional<double>> measureMeanKl(const LoadedModelImplementation& model,
    std::span<const TokenId> ids, ThreadPool& pool, const std::stop_token& stop);

} // namespace moru
