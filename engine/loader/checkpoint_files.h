#pragma once

#include "engine/api/error.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace moru {

/// Which files of a folder hold its weights.
struct CheckpointFiles {
    std::vector<std::string> shards; ///< File names, sorted; all of them exist.
    std::vector<std::string> ignored; ///< .safetensors files that are not used, and an index that is not.
    std::string index; ///< File name of the index that was followed; empty without one.
    std::map<std::string, std::string, std::less<>> shardOfTensor; ///< The index; empty without one.
};

/// Follows the index where there is one, else takes model.safetensors, else the only .safetensors file. An
/// index of which no shard exists beside a model.safetensors is left over from before the shards were merged:
/// it is ignored. Errors: FileNotFound, PermissionDenied, MissingWeights, MissingShard, InvalidIndex,
/// InvalidJson.
[[nodiscard]] Result<CheckpointFiles> findCheckpointFiles(const std::filesystem::path& folder);

} // namespace moru
