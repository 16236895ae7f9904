#include "engine/templates/folder_template.h"

#include <cstdint>
#include <fstream>

#include <nlohmann/json.hpp>

namespace moru {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::uint64_t kLargestConfigBytes = 64U << 20U; ///< Gemma's, the longest known, has 1.2 MB.
constexpr std::uint64_t kLargestTemplateBytes = 1U << 20U; ///< The longest known has 12 kB.

/// The whole file; unset where there is none.
Result<std::optional<std::string>> readSmallFile(
    const fs::path& path, std::uint64_t largestBytes, ErrorCode tooLarge)
{
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        return std::nullopt;
    const std::uint64_t size = fs::file_size(path, error);
    if (!error && size > largestBytes)
        return failure(
            tooLarge, path.string(), "{} bytes, more than the {} that are read", size, largestBytes);
    std::ifstream stream(path, std::ios::binary);
    std::string text(error ? 0 : size, '\0');
    if (error || !stream.read(text.data(), static_cast<std::streamsize>(text.size())))
        return failure(ErrorCode::ReadFailed, path.string(), "the file cannot be read");
    return text;
}

/// The object in a JSON file; null where there is no file.
Result<json> readObject(const fs::path& path)
{
    const auto text = readSmallFile(path, kLargestConfigBytes, ErrorCode::InvalidJson);
    if (!text)
        return std::unexpected(text.error());
    if (!*text)
        return json();
    json value = json::parse(**text, nullptr, false);
    if (!value.is_object())
        return failure(ErrorCode::InvalidJson, path.string(), "this is not a JSON object");
    return value;
}

/// bos_token and the like are a text, an added token's object, or null.
std::string spelling(const json& config, const char* key)
{
    const auto entry = config.find(key);
    if (entry == config.end())
        return {};
    if (entry->is_string())
        return entry->get<std::string>();
    if (entry->is_object() && entry->contains("content") && entry->at("content").is_string())
        return entry->at("content").get<std::string>();
    return {};
}

/// "chat_template" of a config: unset when absent or null.
Result<std::optional<std::string>> templateIn(const json& config, const fs::path& path)
{
    const auto entry = config.find("chat_template");
    if (entry == config.end() || entry->is_null())
        return std::nullopt;
    if (entry->is_string())
        return entry->get<std::string>();
    if (entry->is_array()) {
        for (const json& named : *entry) {
            const bool isNamed = named.is_object() && named.contains("name") && named.contains("template");
            if (isNamed && named.at("name") == "default" && named.at("template").is_string())
                return named.at("template").get<std::string>();
        }
    }
    return failure(ErrorCode::InvalidTemplate, path.string(),
        "chat_template is neither a text nor a list of named texts with a default");
}

Result<void> findSource(const fs::path& folder, const json& config, FolderTemplate& found)
{
    found.file = folder / "chat_template.jinja";
    auto jinja = readSmallFile(found.file, kLargestTemplateBytes, ErrorCode::InvalidTemplate);
    if (!jinja)
        return std::unexpected(jinja.error());
    found.source = std::move(*jinja);
    if (found.source)
        return {};

    found.file = folder / "tokenizer_config.json";
    auto inConfig = templateIn(config, found.file);
    if (!inConfig)
        return std::unexpected(inConfig.error());
    found.source = std::move(*inConfig);
    if (found.source)
        return {};

    found.file = folder / "chat_template.json";
    const auto processor = readObject(found.file);
    if (!processor)
        return std::unexpected(processor.error());
    auto inProcessor = templateIn(*processor, found.file);
    if (!inProcessor)
        return std::unexpected(inProcessor.error());
    found.source = std::move(*inProcessor);
    return {};
}

} // namespace

Result<FolderTemplate> readFolderTemplate(const fs::path& folder)
{
    const auto config = readObject(folder / "tokenizer_config.json");
    if (!config)
        return std::unexpected(config.error());
    FolderTemplate found;
    found.bosToken = spelling(*config, "bos_token");
    found.eosToken = spelling(*config, "eos_token");
    if (auto searched = findSource(folder, *config, found); !searched)
        return std::unexpected(searched.error());
    if (found.source && found.source->size() > kLargestTemplateBytes)
        return failure(ErrorCode::InvalidTemplate, found.file.string(), "a chat template of {} bytes",
            found.source->size());
    if (!found.source)
        found.file.clear();
    return found;
}

} // namespace moru
