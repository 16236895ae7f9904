#pragma once

#include "engine/api/error.h"
#include "engine/api/sampling.h"
#include "engine/api/tokenizer.h"

#include <filesystem>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

namespace moru {

/// How a folder's own files want answers to be sampled and ended.
struct GenerationDefaults {
    SamplingOptions sampling; ///< Complete: what the files leave open is filled with Moru's defaults.
    bool samplingIsFromModel = false; ///< generation_config.json (or the family's card) named values.
    /// Sorted, each once: the union of generation_config.json, config.json (top level and text_config) and
    /// tokenizer_config.json's eos_token. The prompt format adds its end of turn itself.
    std::vector<TokenId> endTokenIds;
};

/// Reads generation_config.json and tokenizer_config.json beside a parsed config.json; both files may be
/// missing. `tokenizer` turns eos_token's spelling into an id; without one that file is not asked.
/// `familySampling` is what a family's model card recommends where its repositories have no
/// generation_config.json. Errors: InvalidJson, InvalidConfig for a value of the wrong kind or out of range,
/// with file and key. Source: transformers' GenerationConfig (defaults when do_sample is true: top_k 50,
/// top_p 1, temperature 1).
[[nodiscard]] Result<GenerationDefaults> readGenerationDefaults(const std::filesystem::path& folder,
    const nlohmann::json& config, const Tokenizer* tokenizer,
    const std::optional<SamplingOptions>& familySampling = std::nullopt);

} // namespace moru
