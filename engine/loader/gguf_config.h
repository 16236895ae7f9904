#pragma once

#include "engine/api/error.h"
#include "engine/loader/gguf_family.h"

#include <nlohmann/json.hpp>

namespace moru {

/// config.json and generation_config.json in the form of the original release.
struct ImportedConfig {
    nlohmann::json config;
    nlohmann::ordered_json generation;
};

/// Errors: InvalidConfig for metadata that is missing or out of range; UnsupportedArchitecture for a RoPE
/// scaling that cannot be written down; MissingTensor.
[[nodiscard]] Result<ImportedConfig> makeConfig(const GgufFile& file, GgufFamily family);

} // namespace moru
