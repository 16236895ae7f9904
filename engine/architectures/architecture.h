#pragma once

#include "engine/api/error.h"
#include "engine/architectures/model_config.h"
#include "engine/graph/graph.h"
#include "engine/loader/checkpoint.h"
#include "engine/loader/config_reader.h"

#include <span>
#include <string_view>
#include <vector>

namespace moru {

/// A family of models: everything that Moru knows about it, in one file of this folder.
struct Architecture {
    std::string_view family; ///< "gemma3"
    std::vector<std::string_view> modelTypes; ///< config.json's "model_type" values it serves.
    /// Where the language model's sizes stand inside config.json for one of the model types: "text_config",
    /// or empty for the top level.
    std::string_view nestedConfig;
    /// Reads sizes; absent keys and their class defaults live here, nowhere else.
    void (*readConfig)(ConfigReader& reader, ModelConfig& config) = nullptr;
    Graph (*buildGraph)(const ModelConfig& config) = nullptr;
    /// Prefixes of tensor names before "embed_tokens.weight", the original release's first.
    std::vector<std::string_view> tensorPrefixes;
    /// Tensors that are none of the language model's: "vision_tower.*". A star stands for anything.
    std::vector<std::string_view> ignoredTensors;
};

/// All families, one line each.
[[nodiscard]] std::span<const Architecture* const> architectures();

/// A checkpoint's family, sizes and graph.
struct RecognisedModel {
    const Architecture* architecture = nullptr;
    ModelConfig config;
    Graph graph;
};

/// Errors: UnsupportedArchitecture (the name and those known are in the sentence), InvalidConfig,
/// MissingTensor, WrongShape, WrongDtype, UnexpectedTensor: the tensors are held against the graph, name by
/// name.
[[nodiscard]] Result<RecognisedModel> recogniseModel(const Checkpoint& checkpoint);

} // namespace moru
