#include "engine/loader/generation_defaults.h"

#include "engine/loader/config_reader.h"
#include "engine/loader/json_file.h"

#include <algorithm>
#include <limits>
#include <set>

namespace moru {

namespace {

using nlohmann::json;

constexpr Bounds kTokenIds { 0, std::numeric_limits<TokenId>::max() };
constexpr int kMaxEndTokens = 256;

/// What answers start from when a model names nothing (min-p cuts the tail that top-k and top-p would have
/// cut).
SamplingOptions moruDefaults()
{
    SamplingOptions options;
    options.temperature = 0.7;
    options.topK = 40;
    options.topP = 0.95;
    options.minP = 0.05;
    return options;
}

/// transformers' own values for keys that a file with "do_sample": true leaves out.
SamplingOptions transformersDefaults()
{
    SamplingOptions options;
    options.temperature = 1.0;
    options.topK = 50;
    options.topP = 1.0;
    return options;
}

/// A file that may be missing: then an empty object.
Result<json> readOptionalObject(const std::filesystem::path& path)
{
    auto value = readJsonFile(path, kMaxConfigBytes);
    if (!value && value.error().code == ErrorCode::FileNotFound)
        return json::object();
    return value;
}

struct NamedSampling {
    std::optional<double> temperature, topP, minP, repetitionPenalty, presencePenalty, frequencyPenalty;
    std::optional<int> topK;

    [[nodiscard]] bool hasFilters() const { return topK || topP; }
    [[nodiscard]] bool hasAny() const
    {
        return temperature || topP || minP || topK || repetitionPenalty || presencePenalty
            || frequencyPenalty;
    }
};

NamedSampling readNamedSampling(ConfigReader& reader)
{
    NamedSampling named;
    named.temperature = reader.optionalNumber("temperature", { 0, 100 });
    named.topK
        = reader.optionalInteger("top_k", { -1, std::numeric_limits<int>::max() }); // -1: off, as in vLLM
    named.topP = reader.optionalNumber("top_p", { 0, 1 });
    named.minP = reader.optionalNumber("min_p", { 0, 1 });
    named.repetitionPenalty = reader.optionalNumber("repetition_penalty", { 0.01, 100 });
    named.presencePenalty = reader.optionalNumber("presence_penalty", { -100, 100 });
    named.frequencyPenalty = reader.optionalNumber("frequency_penalty", { -100, 100 });
    return named;
}

/// A model that samples is completed by transformers' values, so that it behaves as its makers saw it.
SamplingOptions complete(const NamedSampling& named, bool modelSamples)
{
    const SamplingOptions absent = modelSamples ? transformersDefaults() : moruDefaults();
    SamplingOptions options = absent;
    options.temperature = named.temperature.value_or(absent.temperature);
    options.topK = std::max(0, named.topK.value_or(absent.topK));
    options.topP = named.topP.value_or(absent.topP);
    options.minP = named.minP.value_or(named.hasFilters() ? 0.0 : moruDefaults().minP);
    options.repetitionPenalty = named.repetitionPenalty.value_or(1.0);
    options.presencePenalty = named.presencePenalty.value_or(0.0);
    options.frequencyPenalty = named.frequencyPenalty.value_or(0.0);
    return options;
}

void readSampling(
    ConfigReader& reader, const std::optional<SamplingOptions>& familySampling, GenerationDefaults& defaults)
{
    NamedSampling named = readNamedSampling(reader);
    const bool modelSamples = reader.boolOr("do_sample", false);
    if (reader.has("do_sample") && !modelSamples) {
        // The file switches sampling off: its filters are without meaning, its penalties are not.
        named.temperature = named.topP = named.minP = std::nullopt;
        named.topK = std::nullopt;
    }
    defaults.samplingIsFromModel = named.hasAny();
    if (!named.hasAny() && familySampling) {
        defaults.sampling = *familySampling;
        defaults.samplingIsFromModel = true;
        return;
    }
    defaults.sampling = complete(named, modelSamples && named.hasAny());
}

/// "eos_token" is a spelling, or an object with the spelling as "content".
Result<std::optional<TokenId>> readEndToken(const std::filesystem::path& folder, const Tokenizer& tokenizer)
{
    const std::filesystem::path path = folder / "tokenizer_config.json";
    const auto file = readOptionalObject(path);
    if (!file)
        return std::unexpected(file.error());
    ConfigReader reader(*file, path.string());
    const auto token = file->is_object() ? file->find("eos_token") : file->end();
    std::string spelling;
    if (token != file->end() && token->is_object())
        spelling = reader.object("eos_token").stringOr("content", {});
    else
        spelling = reader.stringOr("eos_token", {});
    if (auto read = reader.finish(); !read)
        return std::unexpected(read.error());
    return spelling.empty() ? std::nullopt : tokenizer.tokenId(spelling);
}

} // namespace

Result<GenerationDefaults> readGenerationDefaults(const std::filesystem::path& folder, const json& config,
    const Tokenizer* tokenizer, const std::optional<SamplingOptions>& familySampling)
{
    const std::filesystem::path path = folder / "generation_config.json";
    const auto file = readOptionalObject(path);
    if (!file)
        return std::unexpected(file.error());

    GenerationDefaults defaults;
    std::set<TokenId> ends;
    const auto addEnds = [&ends](ConfigReader& reader) {
        for (const int id : reader.integerOrList("eos_token_id", kTokenIds, kMaxEndTokens))
            ends.insert(id);
    };
    ConfigReader generation(*file, path.string());
    readSampling(generation, familySampling, defaults);
    addEnds(generation);
    if (auto read = generation.finish(); !read)
        return std::unexpected(read.error());

    ConfigReader model(config, (folder / "config.json").string());
    ConfigReader text = model.object("text_config");
    addEnds(model);
    addEnds(text);
    if (auto read = model.finish(); !read)
        return std::unexpected(read.error());

    if (tokenizer) {
        const auto end = readEndToken(folder, *tokenizer);
        if (!end)
            return std::unexpected(end.error());
        if (*end)
            ends.insert(**end);
    }
    defaults.endTokenIds.assign(ends.begin(), ends.end());
    return defaults;
}

} // namespace moru
