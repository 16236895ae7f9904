#include "engine/program/passes/passes.h"

#include <cmath>

namespace moru {

namespace {

/// Longer contexts profit less, but still: a pair that turns by a radian within them has small biases.
constexpr double kPositions = 4096;

const Operation* makerOf(const Graph& graph, Value value)
{
    for (const Operation& operation : graph.operations) {
        for (const Value output : operation.outputs) {
            if (output == value)
                return &operation;
        }
    }
    return nullptr;
}

/// Means of cos(ω · p) and sin(ω · p) over the positions.
struct MeanTurn {
    float cosine;
    float sine;
    explicit MeanTurn(double frequency)
    {
        const double angle = frequency * kPositions;
        cosine = float(std::sin(angle) / angle);
        sine = float((1 - std::cos(angle)) / angle);
    }
};

void turnHead(const RopeTable& table, float* head)
{
    const auto pairs = std::int64_t(table.inverseFrequencies.size());
    for (std::int64_t j = 0; j < pairs; ++j) {
        const MeanTurn turn(double(table.inverseFrequencies[std::size_t(j)]));
        const float a = head[j];
        const float b = head[j + pairs];
        head[j] = a * turn.cosine - b * turn.sine;
        head[j + pairs] = b * turn.cosine + a * turn.sine;
    }
}

/// The bias of the projection that made the key, as the rotary embedding turns it on average; empty where it
/// has none.
std::vector<float> meanKey(const Graph& graph, const BoundWeights& weights, Value key)
{
    const Operation* rotation = makerOf(graph, key);
    const auto* rope = rotation != nullptr ? std::get_if<RopeAttributes>(&rotation->attributes) : nullptr;
    if (rope == nullptr)
        return {};
    const Operation* projection = makerOf(graph, rotation->inputs[0]);
    if (projection == nullptr || !std::holds_alternative<LinearAttributes>(projection->attributes)
        || projection->weights.size() != 2) // matrix and bias: projections are not fused yet
        return {};
    std::vector<float> mean = weights.vectors[std::size_t(projection->weights[1].id)];
    for (std::size_t head = 0; head < mean.size(); head += std::size_t(rope->headDim))
        turnHead(graph.ropeTables[std::size_t(rope->table)], mean.data() + head);
    return mean;
}

} // namespace

void takeOffKeyBiases(Graph& graph, const BoundWeights& weights)
{
    std::vector<bool> isCapped(graph.caches.size(), false);
    for (const Operation& operation : graph.operations) {
        if (const auto* attention = std::get_if<AttentionAttributes>(&operation.attributes))
            isCapped[std::size_t(attention->cache)] = attention->softcap > 0;
    }
    for (Operation& operation : graph.operations) {
        auto* write = std::get_if<CacheWriteAttributes>(&operation.attributes);
        if (write != nullptr && !isCapped[std::size_t(write->cache)])
            write->keyOffset = meanKey(graph, weights, operation.inputs[0]);
    }
}

} // namespace moru
