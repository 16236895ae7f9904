#include "engine/loader/checkpoint_files.h"

#include "engine/loader/json_file.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace moru {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndexEnding = ".safetensors.index.json";
constexpr std::string_view kWeightsEnding = ".safetensors";
constexpr std::string_view kSingleFile = "model.safetensors";
constexpr std::uint64_t kMaxIndexBytes = 64U << 20;
constexpr std::size_t kMaxShards = 1024;

/// Names of files in the folder, sorted. A link counts as what it leads to; a dangling one as nothing.
Result<std::vector<std::string>> fileNames(const fs::path& folder)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return failure(ErrorCode::FileNotFound, folder.string(), "there is no such folder");
    std::vector<std::string> names;
    fs::directory_iterator entries(folder, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        std::error_code ignored;
        if (entries->is_regular_file(ignored))
            names.push_back(entries->path().filename().string());
    }
    if (error == std::errc::permission_denied)
        return failure(ErrorCode::PermissionDenied, folder.string(), "the folder may not be read");
    if (error)
        return failure(
            ErrorCode::ReadFailed, folder.string(), "the folder cannot be read: {}", error.message());
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> endingWith(const std::vector<std::string>& names, std::string_view ending)
{
    std::vector<std::string> found;
    std::copy_if(names.begin(), names.end(), std::back_inserter(found),
        [ending](const std::string& name) { return name.ends_with(ending); });
    return found;
}

bool contains(const std::vector<std::string>& sorted, std::string_view name)
{
    return std::binary_search(sorted.begin(), sorted.end(), name);
}

Result<std::string> chooseIndex(const std::vector<std::string>& indices, const fs::path& folder)
{
    if (indices.size() == 1)
        return indices.front();
    const std::string usual = std::string(kSingleFile) + ".index.json";
    if (contains(indices, usual))
        return usual;
    return failure(ErrorCode::InvalidIndex, folder.string(), "{} index files and none of them is {}: {}",
        indices.size(), usual, excerpt(fmt::format("{}", fmt::join(indices, ", ")), 200));
}

/// A shard must lie in the folder itself: an index from outside may not lead anywhere else.
bool isPlainFileName(const std::string& name)
{
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos
        && name.find('\0') == std::string::npos;
}

Result<void> readIndex(const fs::path& path, CheckpointFiles& files)
{
    const auto index = readJsonFile(path, kMaxIndexBytes);
    if (!index)
        return std::unexpected(index.error());
    const std::string where = path.string();
    if (!index->is_object() || !index->contains("weight_map") || !(*index)["weight_map"].is_object())
        return failure(ErrorCode::InvalidIndex, where, "there is no object \"weight_map\" in it");
    std::set<std::string> shards;
    for (const auto& [tensor, shard] : (*index)["weight_map"].items()) {
        if (!shard.is_string() || !isPlainFileName(shard.get_ref<const std::string&>()))
            return failure(
                ErrorCode::InvalidIndex, where, "tensor {} is not given a plain file name", excerpt(tensor));
        const auto& name = shard.get_ref<const std::string&>();
        shards.insert(name);
        files.shardOfTensor.emplace(tensor, name);
    }
    if (shards.empty())
        return failure(ErrorCode::InvalidIndex, where, "it names no file");
    if (shards.size() > kMaxShards)
        return failure(ErrorCode::InvalidIndex, where, "it names {} files, at most {} are read",
            shards.size(), kMaxShards);
    files.shards.assign(shards.begin(), shards.end());
    return {};
}

Result<CheckpointFiles> withoutIndex(const std::vector<std::string>& weights, const fs::path& folder)
{
    CheckpointFiles files;
    if (weights.empty())
        return failure(
            ErrorCode::MissingWeights, folder.string(), "there is no .safetensors file in the folder");
    if (contains(weights, kSingleFile))
        files.shards = { std::string(kSingleFile) };
    else if (weights.size() == 1)
        files.shards = weights;
    else
        return failure(ErrorCode::MissingWeights, folder.string(),
            "{} .safetensors files, but neither model.safetensors nor an index that says which belong "
            "together",
            weights.size());
    return files;
}

} // namespace

Result<CheckpointFiles> findCheckpointFiles(const fs::path& folder)
{
    const auto names = fileNames(folder);
    if (!names)
        return std::unexpected(names.error());
    const std::vector<std::string> indices = endingWith(*names, kIndexEnding);
    // "model.safetensors-00001-of-00002.safetensors" ends like any other.
    const std::vector<std::string> weights = endingWith(*names, kWeightsEnding);

    CheckpointFiles files;
    if (!indices.empty()) {
        auto index = chooseIndex(indices, folder);
        if (!index)
            return std::unexpected(index.error());
        files.index = *index;
        if (auto read = readIndex(folder / files.index, files); !read)
            return std::unexpected(read.error());
        const auto missing = std::find_if_not(files.shards.begin(), files.shards.end(),
            [&](const std::string& shard) { return contains(*names, shard); });
        const bool isLeftOver = contains(weights, kSingleFile)
            && std::none_of(files.shards.begin(), files.shards.end(),
                [&](const std::string& shard) { return contains(*names, shard); });
        if (missing != files.shards.end() && !isLeftOver)
            return failure(ErrorCode::MissingShard, (folder / *missing).string(),
                "{} names this file, but it is not in the folder", files.index);
        if (isLeftOver)
            files = {};
    }
    if (files.index.empty()) {
        auto single = withoutIndex(weights, folder);
        if (!single)
            return std::unexpected(single.error());
        files = std::move(*single);
    }
    for (const auto& candidates : { weights, indices }) {
        for (const std::string& name : candidates) {
            if (!contains(files.shards, name) && name != files.index)
                files.ignored.push_back(name);
        }
    }
    return files;
}

} // namespace moru
