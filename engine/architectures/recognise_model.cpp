#include "engine/architectures/architecture.h"

#include "engine/core/dtype.h"

#include <algorithm>
#include <set>
#include <string>

namespace moru {

namespace {

const Architecture* findArchitecture(std::string_view modelType)
{
    for (const Architecture* candidate : architectures()) {
        if (std::ranges::find(candidate->modelTypes, modelType) != candidate->modelTypes.end())
            return candidate;
    }
    return nullptr;
}

std::string knownFamilies()
{
    std::string names;
    for (const Architecture* architecture : architectures())
        names += (names.empty() ? "" : ", ") + std::string(architecture->family);
    return names;
}

bool matches(std::string_view name, std::string_view pattern)
{
    if (pattern.ends_with('*'))
        return name.starts_with(pattern.substr(0, pattern.size() - 1));
    if (pattern.starts_with('*'))
        return name.ends_with(pattern.substr(1));
    return name == pattern;
}

/// The prefix that this checkpoint uses, or the release's own one, so that the error names a tensor of it.
std::string_view choosePrefix(const Architecture& architecture, const Checkpoint& checkpoint)
{
    for (const std::string_view prefix : architecture.tensorPrefixes) {
        if (checkpoint.find(std::string(prefix) + "embed_tokens.weight"))
            return prefix;
    }
    return architecture.tensorPrefixes.back();
}

Result<ModelConfig> readConfig(const Architecture& architecture, const Checkpoint& checkpoint)
{
    ModelConfig config;
    config.family = architecture.family;
    ConfigReader top(checkpoint.config(), "config.json");
    const std::vector<std::string> names = top.strings("architectures", 16);
    config.architecture = names.empty() ? std::string(architecture.family) : names.front();
    if (!architecture.nestedConfig.empty() && top.has(architecture.nestedConfig)) {
        ConfigReader nested = top.object(architecture.nestedConfig);
        architecture.readConfig(nested, config);
        if (top.has("tie_word_embeddings")) // the outer key is the one that the reference class obeys
            config.hasTiedHead = top.boolOr("tie_word_embeddings", config.hasTiedHead);
    } else {
        architecture.readConfig(top, config);
    }
    if (auto read = top.finish(); !read)
        return std::unexpected(read.error());
    config.tensorPrefix = choosePrefix(architecture, checkpoint);
    return config;
}

/// Every tensor of the graph is there with its shape, and nothing else is.
Result<void> checkTensors(const Architecture& architecture, const ModelConfig& config, const Graph& graph,
    const Checkpoint& checkpoint)
{
    std::set<std::string_view> known;
    for (const WeightReference& weight : graph.weights) {
        known.insert(weight.tensor);
        const TensorView* tensor = checkpoint.find(weight.tensor);
        if (!tensor)
            return failure(ErrorCode::MissingTensor, checkpoint.folder().string(),
                "no file holds the tensor {}, which {} needs", weight.tensor, config.architecture);
        const std::string where
            = (checkpoint.folder() / checkpoint.fileOf(*tensor)).string() + ": " + weight.tensor;
        if (tensor->shape != weight.shape)
            return failure(ErrorCode::WrongShape, where, "its shape is {}, config.json implies {}",
                shapeText(tensor->shape), shapeText(weight.shape));
        if (!isWeightDtype(tensor->dtype))
            return failure(ErrorCode::WrongDtype, where, "stored as {}; weights must be BF16, F16 or F32",
                dtypeName(tensor->dtype));
    }
    for (const TensorView& tensor : checkpoint.tensors()) {
        if (known.contains(tensor.name))
            continue;
        const bool isIgnored = std::ranges::any_of(architecture.ignoredTensors,
            [&](std::string_view pattern) { return matches(tensor.name, pattern); });
        const bool isTiedHead = config.hasTiedHead && tensor.name.ends_with("lm_head.weight");
        if (!isIgnored && !isTiedHead)
            return failure(ErrorCode::UnexpectedTensor,
                (checkpoint.folder() / checkpoint.fileOf(tensor)).string(),
                "the tensor {} is not one that {} has", tensor.name, config.architecture);
    }
    return {};
}

} // namespace

Result<RecognisedModel> recogniseModel(const Checkpoint& checkpoint)
{
    ConfigReader top(checkpoint.config(), "config.json");
    const std::string modelType = top.stringOr("model_type", "");
    const std::string where = (checkpoint.folder() / "config.json").string();
    if (auto read = top.finish(); !read)
        return std::unexpected(read.error());
    if (modelType.empty())
        return failure(
            ErrorCode::InvalidConfig, where, "the key model_type is absent, so the family is unknown");
    const Architecture* architecture = findArchitecture(modelType);
    if (!architecture) {
        const std::vector<std::string> names = top.strings("architectures", 16);
        return failure(ErrorCode::UnsupportedArchitecture, where,
            "architecture {} (model_type {}) is not supported; known are {}",
            names.empty() ? modelType : names.front(), modelType, knownFamilies());
    }
    auto config = readConfig(*architecture, checkpoint);
    if (!config)
        return std::unexpected(config.error());
    Graph graph = architecture->buildGraph(*config);
    if (auto checked = checkTensors(*architecture, *config, graph, checkpoint); !checked)
        return std::unexpected(checked.error());
    return RecognisedModel { architecture, std::move(*config), std::move(graph) };
}

} // namespace moru
