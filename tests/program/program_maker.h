#pragma once

#include "engine/architectures/architecture.h"
#include "engine/program/compiler.h"
#include "tests/support/tiny_model.h"

#include <algorithm>

namespace moru::test {

inline Graph graphOf(std::string_view family, const std::function<void(nlohmann::json&)>& change = {})
{
    const auto found = std::ranges::find_if(
        architectures(), [&](const Architecture* candidate) { return candidate->family == family; });
    nlohmann::json json = TinyModel::config(family);
    if (change)
        change(json);
    ModelConfig config;
    ConfigReader reader(json, "config.json");
    (*found)->readConfig(reader, config);
    config.tensorPrefix = "model.";
    return (*found)->buildGraph(config);
}

/// Heads of whole panels, as all full-size models have them: two for keys and values, four for queries.
inline void wideHeads(nlohmann::json& config)
{
    config["hidden_size"] = 128;
    config["intermediate_size"] = 192;
    config["head_dim"] = 64;
    config["linear_key_head_dim"] = 64;
    config["linear_value_head_dim"] = 64;
}

/// Compiled without weights: what is tested here depends on names and sizes only.
inline Program programOf(
    const Graph& graph, const CompileOptions& options = {}, Precision precision = Precision::Exact)
{
    return compileProgram(
        graph, BoundWeights::withoutNumbers(graph, precision, firstCare(graph, {})), options);
}

inline std::vector<std::string> stepNames(const Program& program, int layer)
{
    std::vector<std::string> names;
    for (const Step& step : program.steps) {
        if (step.layer == layer)
            names.push_back(step.name);
    }
    return names;
}

} // namespace moru::test
