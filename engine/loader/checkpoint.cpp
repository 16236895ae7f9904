#include "engine/loader/checkpoint.h"

#include "engine/core/mapped_file.h"
#include "engine/loader/checkpoint_files.h"
#include "engine/loader/json_file.h"

#include <algorithm>

namespace moru {

struct Checkpoint::Contents {
    std::filesystem::path folder;
    nlohmann::json config;
    CheckpointFiles files;
    std::vector<SafeTensorsFile> shards; ///< In the order of files.shards.
    std::vector<TensorView> tensors; ///< By name.
    std::vector<std::uint32_t> shardOf; ///< For each tensor, its place in `shards`.
    std::uint64_t weightBytes = 0;
};

namespace {

/// A tensor and the shard that it came from, before sorting.
struct PlacedTensor {
    TensorView view;
    std::uint32_t shard = 0;
};

Result<nlohmann::json> readConfig(const std::filesystem::path& folder)
{
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        return failure(ErrorCode::FileNotFound, folder.string(), "there is no such folder");
    const std::filesystem::path path = folder / "config.json";
    auto config = readJsonFile(path, kMaxConfigBytes);
    if (!config && config.error().code == ErrorCode::FileNotFound)
        return failure(ErrorCode::MissingConfig, folder.string(),
            "there is no config.json, so it is not a model's folder");
    if (config && !config->is_object())
        return failure(ErrorCode::InvalidConfig, path.string(), "it is {}, not an object", jsonKind(*config));
    return config;
}

Result<void> refuseDoubles(const std::vector<PlacedTensor>& sorted, const CheckpointFiles& files,
    const std::filesystem::path& folder)
{
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end(),
        [](const PlacedTensor& a, const PlacedTensor& b) { return a.view.name == b.view.name; });
    if (twice == sorted.end())
        return {};
    return failure(ErrorCode::InvalidIndex, (folder / files.index).string(),
        "tensor {} stands in both {} and {}", excerpt(twice->view.name), files.shards[twice->shard],
        files.shards[std::next(twice)->shard]);
}

/// Every tensor of a shard must be in the index under that shard, and every entry of the index in its shard.
Result<void> compareWithIndex(const std::vector<PlacedTensor>& sorted, const CheckpointFiles& files,
    const std::filesystem::path& folder)
{
    if (files.index.empty())
        return {};
    const std::string where = (folder / files.index).string();
    for (const PlacedTensor& tensor : sorted) {
        const auto entry = files.shardOfTensor.find(tensor.view.name);
        const std::string& shard = files.shards[tensor.shard];
        if (entry == files.shardOfTensor.end())
            return failure(ErrorCode::InvalidIndex, where, "tensor {} of {} is not in the index",
                excerpt(tensor.view.name), shard);
        if (entry->second != shard)
            return failure(ErrorCode::InvalidIndex, where, "tensor {} should be in {}, but is in {}",
                excerpt(tensor.view.name), entry->second, shard);
    }
    auto tensor = sorted.begin(); // both are sorted by name, and the shards hold nothing that the index lacks
    for (const auto& [name, shard] : files.shardOfTensor) {
        if (tensor == sorted.end() || tensor->view.name != name)
            return failure(ErrorCode::InvalidIndex, where, "tensor {} should be in {}, but is not",
                excerpt(name), shard);
        ++tensor;
    }
    return {};
}

} // namespace

Checkpoint::Checkpoint(std::shared_ptr<const Contents> contents)
    : contents_(std::move(contents))
{
}

Result<Checkpoint> Checkpoint::open(const std::filesystem::path& folder)
{
    auto config = readConfig(folder);
    if (!config)
        return std::unexpected(config.error());
    auto files = findCheckpointFiles(folder);
    if (!files)
        return std::unexpected(files.error());

    auto contents = std::make_shared<Contents>();
    contents->folder = folder;
    contents->config = std::move(*config);
    contents->files = std::move(*files);
    std::vector<PlacedTensor> placed;
    for (const std::string& name : contents->files.shards) {
        auto shard = SafeTensorsFile::open(folder / name);
        if (!shard)
            return std::unexpected(shard.error());
        for (const TensorView& view : shard->tensors())
            placed.push_back({ view, static_cast<std::uint32_t>(contents->shards.size()) });
        contents->shards.push_back(std::move(*shard));
    }
    std::sort(placed.begin(), placed.end(),
        [](const PlacedTensor& a, const PlacedTensor& b) { return a.view.name < b.view.name; });
    if (auto sound = refuseDoubles(placed, contents->files, folder); !sound)
        return std::unexpected(sound.error());
    if (auto sound = compareWithIndex(placed, contents->files, folder); !sound)
        return std::unexpected(sound.error());

    for (PlacedTensor& tensor : placed) {
        contents->weightBytes += tensor.view.bytes.size();
        contents->shardOf.push_back(tensor.shard);
        contents->tensors.push_back(std::move(tensor.view));
    }
    return Checkpoint(std::move(contents));
}

const std::filesystem::path& Checkpoint::folder() const
{
    return contents_->folder;
}

const nlohmann::json& Checkpoint::config() const
{
    return contents_->config;
}

std::span<const TensorView> Checkpoint::tensors() const
{
    return contents_->tensors;
}

const TensorView* Checkpoint::find(std::string_view name) const
{
    const auto found = std::lower_bound(contents_->tensors.begin(), contents_->tensors.end(), name,
        [](const TensorView& tensor, std::string_view wanted) { return tensor.name < wanted; });
    return found != contents_->tensors.end() && found->name == name ? &*found : nullptr;
}

std::string_view Checkpoint::fileOf(const TensorView& tensor) const
{
    const TensorView* own = find(tensor.name); // also for a copy of the view
    if (!own)
        return {};
    return contents_->files
        .shards[contents_->shardOf[static_cast<std::size_t>(own - contents_->tensors.data())]];
}

std::span<const std::string> Checkpoint::weightFiles() const
{
    return contents_->files.shards;
}

std::span<const std::string> Checkpoint::ignoredFiles() const
{
    return contents_->files.ignored;
}

std::uint64_t Checkpoint::weightBytes() const
{
    return contents_->weightBytes;
}

Result<void> Checkpoint::damage() const
{
    for (const SafeTensorsFile& shard : contents_->shards) {
        if (auto damage = shard.file()->damage(); !damage)
            return damage;
    }
    return {};
}

} // namespace moru
