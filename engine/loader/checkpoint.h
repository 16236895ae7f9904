#pragma once

#include "engine/api/error.h"
#include "engine/loader/safetensors_reader.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace moru {

/// A model folder with everything about its files checked: config.json parsed, every shard there, every
/// tensor's place known. Weights are mapped, never loaded; their pages are read when somebody looks at them.
/// Immutable.
class Checkpoint {
public:
    /// The weights are those of an index ("*.safetensors.index.json") where there is one, else
    /// model.safetensors, else the only .safetensors file of the folder. Errors: FileNotFound, MissingConfig,
    /// InvalidJson, InvalidConfig (config.json is not an object), MissingWeights, MissingShard (named),
    /// InvalidIndex (index and shards contradict each other, a tensor stands in two shards), and all of
    /// SafeTensorsFile::open.
    [[nodiscard]] static Result<Checkpoint> open(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& folder() const;
    [[nodiscard]] const nlohmann::json& config() const; ///< config.json; always an object.

    [[nodiscard]] std::span<const TensorView> tensors() const; ///< Sorted by name.
    [[nodiscard]] const TensorView* find(std::string_view name) const; ///< Null where there is none.
    /// File name inside the folder, of a tensor that came from this checkpoint.
    [[nodiscard]] std::string_view fileOf(const TensorView& tensor) const;

    [[nodiscard]] std::span<const std::string> weightFiles() const; ///< File names that are used.
    [[nodiscard]] std::span<const std::string> ignoredFiles() const; ///< .safetensors files that are not.
    [[nodiscard]] std::uint64_t weightBytes() const; ///< Of all tensors together.

    /// FileChanged with the file's name once a page of any shard could not be read. Cheap: ask after
    /// computing.
    [[nodiscard]] Result<void> damage() const;

private:
    struct Contents;
    explicit Checkpoint(std::shared_ptr<const Contents> contents);
    std::shared_ptr<const Contents> contents_; ///< Copies share it; views stay valid while one of them lives.
};

} // namespace moru
