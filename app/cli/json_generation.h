#pragma once

#include "app/cli/output.h"
#include "engine/api/generation.h"
#include "engine/api/model.h"

#include <string>

namespace moru::cli {

/// What `generate --json` prints: the answer, why it ended, its timings, and all that is needed to get the
/// same ids again.
[[nodiscard]] Json generationJson(const GenerationResult& result, const LoadedModel& model);

/// The same fields for a generation that was stopped before its model was there: nothing came of it.
[[nodiscard]] Json cancelledGenerationJson();

/// One line for people: "87 tokens at 31.2 tokens/s · first token after 0.4 s · …".
[[nodiscard]] std::string statisticsLine(const GenerationResult& result);

} // namespace moru::cli
