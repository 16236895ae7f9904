#include "engine/graph/graph_builder.h"

#include <algorithm>
#include <cassert>

namespace moru {

GraphBuilder::RoleScope::RoleScope(GraphBuilder& builder, OperationRole role)
    : builder_(builder)
    , previous_(builder.role_)
{
    builder_.role_ = role;
}

GraphBuilder::RoleScope::~RoleScope()
{
    builder_.role_ = previous_;
}

void GraphBuilder::enterLayer(int layer, std::string tensorPrefix, Value x)
{
    assert(std::size_t(layer) == graph_.layerInputs.size());
    layer_ = layer;
    prefix_ = std::move(tensorPrefix);
    graph_.layerInputs.push_back(x);
}

void GraphBuilder::leaveLayers(std::string tensorPrefix, Value x)
{
    layer_ = -1;
    prefix_ = std::move(tensorPrefix);
    graph_.layerInputs.push_back(x);
}

Value GraphBuilder::newValue(std::int64_t width)
{
    graph_.widths.push_back(width);
    return { int(graph_.widths.size()) - 1 };
}

/// A tensor that is used twice (tied embedding and head) is one weight.
Weight GraphBuilder::weight(std::string fullName, WeightUse use, std::vector<std::int64_t> shape)
{
    const auto same = std::ranges::find_if(graph_.weights,
        [&](const WeightReference& known) { return known.tensor == fullName && known.use == use; });
    if (same != graph_.weights.end())
        return { int(same - graph_.weights.begin()) };
    graph_.weights.push_back({ std::move(fullName), use, std::move(shape) });
    return { int(graph_.weights.size()) - 1 };
}

std::string GraphBuilder::tensorName(std::string_view relative, std::string_view suffix) const
{
    std::string name = prefix_;
    name += relative;
    name += suffix;
    return name;
}

void GraphBuilder::append(std::string_view name, Attributes attributes, std::vector<Value> inputs,
    std::vector<Value> outputs, std::vector<Weight> weights)
{
    graph_.operations.push_back({ std::string(name), layer_, role_, std::move(inputs), std::move(outputs),
        std::move(weights), std::move(attributes) });
}

Value GraphBuilder::embedding(
    std::string_view name, std::string_view tensor, std::int64_t rows, std::int64_t columns, double scale)
{
    const Value output = newValue(columns);
    graph_.vocabularySize = rows;
    append(name, EmbeddingAttributes { float(scale) }, {}, { output },
        { weight(std::string(tensor) + ".weight", WeightUse::Matrix, { rows, columns }) });
    return output;
}

Value GraphBuilder::rmsNorm(std::string_view name, Value x, std::string_view tensor, Norm norm)
{
    return headNorm(name, x, tensor, graph_.width(x), norm);
}

Value GraphBuilder::headNorm(
    std::string_view name, Value x, std::string_view tensor, std::int64_t headDim, Norm norm)
{
    const Value output = newValue(graph_.width(x));
    const auto use = norm.isZeroCentred ? WeightUse::ZeroCentredVector : WeightUse::Vector;
    append(name, RmsNormAttributes { norm.epsilon, headDim }, { x }, { output },
        { weight(tensorName(tensor, ".weight"), use, { headDim }) });
    return output;
}

Value GraphBuilder::linear(
    std::string_view name, Value x, std::string_view tensor, std::int64_t rows, bool hasBias)
{
    const Value output = newValue(rows);
    std::vector<Weight> weights { weight(
        tensorName(tensor, ".weight"), WeightUse::Matrix, { rows, graph_.width(x) }) };
    if (hasBias)
        weights.push_back(weight(tensorName(tensor, ".bias"), WeightUse::Vector, { rows }));
    append(name, LinearAttributes { .matrixCount = 1, .hasBias = { hasBias } }, { x }, { output },
        std::move(weights));
    return output;
}

Value GraphBuilder::head(std::string_view name, Value x, std::string_view fullTensorName, std::int64_t rows)
{
    const Value output = newValue(rows);
    append(name, LinearAttributes { .matrixCount = 1, .hasBias = { false } }, { x }, { output },
        { weight(std::string(fullTensorName), WeightUse::Matrix, { rows, graph_.width(x) }) });
    return output;
}

Value GraphBuilder::rope(std::string_view name, Value x, int table, std::int64_t headDim)
{
    const Value output = newValue(graph_.width(x));
    append(name, RopeAttributes { table, headDim }, { x }, { output });
    return output;
}

Value GraphBuilder::attention(std::string_view name, const AttentionInputs& inputs)
{
    const std::int64_t headCount = graph_.width(inputs.query) / inputs.headDim;
    const std::int64_t kvHeadCount = graph_.width(inputs.key) / inputs.headDim;
    const Value output = newValue(graph_.width(inputs.query));
    graph_.caches.push_back({ kvHeadCount, inputs.headDim, inputs.window });
    append(name,
        AttentionAttributes { .cache = int(graph_.caches.size()) - 1,
            .headCount = headCount,
            .kvHeadCount = kvHeadCount,
            .headDim = inputs.headDim,
            .scale = float(inputs.scale),
            .softcap = float(inputs.softcap) },
        { inputs.query, inputs.key, inputs.value }, { output });
    return output;
}

Value GraphBuilder::gatedActivation(std::string_view name, Value gate, Value up, Activation activation)
{
    const Value output = newValue(graph_.width(gate));
    append(name, GatedActivationAttributes { activation }, { gate, up }, { output });
    return output;
}

Value GraphBuilder::add(std::string_view name, Value a, Value b)
{
    const Value output = newValue(graph_.width(a));
    append(name, AddAttributes {}, { a, b }, { output });
    return output;
}

Value GraphBuilder::softcap(std::string_view name, Value x, double cap)
{
    const Value output = newValue(graph_.width(x));
    append(name, SoftcapAttributes { float(cap) }, { x }, { output });
    return output;
}

Value GraphBuilder::selectRows(std::string_view name, Value x)
{
    const Value output = newValue(graph_.width(x));
    append(name, SelectRowsAttributes {}, { x }, { output });
    return output;
}

std::pair<Value, Value> GraphBuilder::splitHeads(std::string_view name, Value x, std::int64_t headDim)
{
    const Value first = newValue(graph_.width(x) / 2);
    const Value second = newValue(graph_.width(x) / 2);
    append(name, SplitHeadsAttributes { headDim }, { x }, { first, second });
    return { first, second };
}

Value GraphBuilder::columns(std::string_view name, Value x, std::int64_t begin, std::int64_t count)
{
    const Value output = newValue(count);
    append(name, ColumnsAttributes { begin }, { x }, { output });
    return output;
}

Value GraphBuilder::sigmoidGate(std::string_view name, Value x, Value gate)
{
    const Value output = newValue(graph_.width(x));
    append(name, SigmoidGateAttributes {}, { x, gate }, { output });
    return output;
}

Value GraphBuilder::convolution(std::string_view name, Value x, std::string_view tensor, std::int64_t taps)
{
    const std::int64_t channels = graph_.width(x);
    const Value output = newValue(channels);
    graph_.convolutionStates.push_back({ layer_, taps, channels });
    append(name, ConvolutionAttributes { int(graph_.convolutionStates.size()) - 1, taps }, { x }, { output },
        { weight(tensorName(tensor, ".weight"), WeightUse::Vector, { channels, 1, taps }) });
    return output;
}

Value GraphBuilder::l2Norm(
    std::string_view name, Value x, std::int64_t groupSize, double epsilon, double scale)
{
    const Value output = newValue(graph_.width(x));
    append(name, L2NormAttributes { groupSize, float(epsilon), float(scale) }, { x }, { output });
    return output;
}

Value GraphBuilder::sigmoid(std::string_view name, Value x)
{
    const Value output = newValue(graph_.width(x));
    append(name, SigmoidAttributes {}, { x }, { output });
    return output;
}

Value GraphBuilder::logDecay(
    std::string_view name, Value a, std::string_view logTensor, std::string_view biasTensor)
{
    const std::int64_t heads = graph_.width(a);
    const Value output = newValue(heads);
    append(name, LogDecayAttributes {}, { a }, { output },
        { weight(tensorName(logTensor, ""), WeightUse::Vector, { heads }),
            weight(tensorName(biasTensor, ""), WeightUse::Vector, { heads }) });
    return output;
}

Value GraphBuilder::gatedDeltaRule(std::string_view name, std::array<Value, 5> queryKeyValueDecayBeta,
    std::int64_t keyHeads, std::int64_t valueHeads)
{
    const std::int64_t keyDim = graph_.width(queryKeyValueDecayBeta[1]) / keyHeads;
    const std::int64_t valueDim = graph_.width(queryKeyValueDecayBeta[2]) / valueHeads;
    const Value output = newValue(valueHeads * valueDim);
    graph_.deltaStates.push_back({ layer_, valueHeads, keyDim, valueDim });
    append(name,
        GatedDeltaRuleAttributes {
            int(graph_.deltaStates.size()) - 1, keyHeads, valueHeads, keyDim, valueDim },
        { queryKeyValueDecayBeta.begin(), queryKeyValueDecayBeta.end() }, { output });
    return output;
}

Value GraphBuilder::gatedRmsNorm(std::string_view name, Value x, Value gate, std::string_view tensor,
    std::int64_t groupSize, double epsilon)
{
    const Value output = newValue(graph_.width(x));
    append(name, GatedRmsNormAttributes { float(epsilon), groupSize }, { x, gate }, { output },
        { weight(tensorName(tensor, ".weight"), WeightUse::Vector, { groupSize }) });
    return output;
}

int GraphBuilder::addRopeTable(RopeTable table)
{
    graph_.ropeTables.push_back(std::move(table));
    return int(graph_.ropeTables.size()) - 1;
}

Graph GraphBuilder::finish(Value logits)
{
    graph_.logits = logits;
    return std::exchange(graph_, {});
}

} // namespace moru
