#include "engine/program/weight_format.h"

#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"

namespace moru {

namespace {

/// Matrices that embedding lookups read, and with a tied head the logits too.
std::vector<bool> findEmbeddings(const Graph& graph)
{
    std::vector<bool> isEmbedding(graph.weights.size(), false);
    for (const Operation& operation : graph.operations) {
        if (std::holds_alternative<EmbeddingAttributes>(operation.attributes) || operation.name == "logits")
            isEmbedding[std::size_t(operation.weights[0].id)] = true;
    }
    return isEmbedding;
}

/// The input of each matrix's product, by weight id. The inputs of a layer's products have single numbers far
/// above the rest of their block, after a norm no less than after attention or a gated activation: at 8 bits
/// nothing would be left of the others. Rotated first, 8 bits do almost as little damage as 16 (SmolLM2, mean
/// KL on a text: 0.0071 plain, 0.0024 rotated, 0.0019 at 16 bits) for half the products. Every rounding of
/// the head's input shows in the logits, and few tokens reach it.
std::vector<InputFormat> chooseInputs(const Graph& graph, Precision precision)
{
    const InputFormat inLayers = precision == Precision::Int4 ? InputFormat::Byte : InputFormat::Rotated;
    std::vector<InputFormat> inputs(graph.weights.size(), InputFormat::Float);
    for (const Operation& operation : graph.operations) {
        const auto* linear = std::get_if<LinearAttributes>(&operation.attributes);
        if (!linear)
            continue;
        for (int i = 0; i < linear->matrixCount; ++i)
            inputs[std::size_t(operation.weights[std::size_t(i)].id)]
                = operation.name == "logits" ? InputFormat::Wide : inLayers;
    }
    return inputs;
}

} // namespace

// One scale a row would need none of the scaling that groups cost prefill, but few rows are tame enough for
// it. Of rows rotated as INT8 has them, 3 % in SmolLM2 and 5 % in Qwen2.5-Coder 0.5B lose at most a tenth
// more by it, and no whole matrix does: 25 % more on average (0.63 % of the weights' size to 0.79 and 0.80).
std::int64_t groupColumns(WeightFormat format, std::int64_t columns)
{
    switch (format) {
    case WeightFormat::Int8:
        return kColumnBlock;
    case WeightFormat::Int8Large:
        return largeGroup(columns);
    case WeightFormat::Int8Small:
    case WeightFormat::Int4:
    case WeightFormat::AsStored:
        break;
    }
    return kSmallGroup;
}

std::string_view careName(Care care)
{
    switch (care) {
    case Care::Fast:
        return "fast";
    case Care::WideInputs:
        return "wide inputs";
    case Care::LowBars:
        return "low bars";
    case Care::SmallGroups:
        break;
    }
    return "small groups";
}

Care firstCare(const Graph& graph, const QuantisationRules& rules)
{
    std::int64_t numbers = 0;
    for (const WeightReference& weight : graph.weights) {
        if (weight.use == WeightUse::Matrix)
            numbers += weight.shape[0] * weight.shape[1];
    }
    return numbers < rules.smallModelNumbers ? Care::LowBars : Care::Fast;
}

double errorBar(WeightFormat format, Care care)
{
    const bool isLow = care >= Care::LowBars;
    // Normally distributed weights lose 0.0065, 0.0055 and 0.07 in these formats; weights that were made of 4
    // bits once, 0.006 in the last.
    switch (format) {
    case WeightFormat::Int8:
        return isLow ? 0.006 : 0.009;
    case WeightFormat::Int8Large:
        return isLow ? 0.0065 : 0.01;
    case WeightFormat::Int8Small:
        return 0.02;
    case WeightFormat::Int4:
        return isLow ? 0.06 : 0.1;
    case WeightFormat::AsStored:
        break;
    }
    return 0;
}

WeightFormat saferFormat(WeightFormat format)
{
    switch (format) {
    case WeightFormat::Int4:
    case WeightFormat::Int8Large:
        return WeightFormat::Int8;
    case WeightFormat::Int8:
        return WeightFormat::Int8Small;
    case WeightFormat::Int8Small:
    case WeightFormat::AsStored:
        break;
    }
    return WeightFormat::AsStored;
}

bool isWide(InputFormat format, std::int64_t tokens)
{
    return format == InputFormat::Wide || format == InputFormat::RotatedWide || tokens <= kFewTokens;
}

std::vector<MatrixFormat> chooseFormats(const Graph& graph, Precision precision, Care care)
{
    std::vector<MatrixFormat> formats(graph.weights.size());
    if (precision == Precision::Exact)
        return formats;
    const std::vector<bool> isEmbedding = findEmbeddings(graph);
    const std::vector<InputFormat> inputs = chooseInputs(graph, precision);
    for (std::size_t id = 0; id < formats.size(); ++id) {
        const WeightReference& weight = graph.weights[id];
        if (weight.use != WeightUse::Matrix || weight.shape[0] < kPanelRows)
            continue;
        const bool isSmall = isEmbedding[id] || care == Care::SmallGroups;
        const WeightFormat weights = isSmall ? WeightFormat::Int8Small
            : precision == Precision::Int4   ? WeightFormat::Int4
            : care >= Care::LowBars          ? WeightFormat::Int8
                                             : WeightFormat::Int8Large;
        formats[id] = { .weights = weights, .input = inputs[id], .isInLayer = !isEmbedding[id] };
    }
    if (care >= Care::WideInputs)
        widenInputs(formats);
    return formats;
}

void widenInputs(std::vector<MatrixFormat>& formats)
{
    for (MatrixFormat& format : formats) {
        if (format.input == InputFormat::Rotated)
            format.input = InputFormat::RotatedWide;
        else if (format.input == InputFormat::Byte)
            format.input = InputFormat::Wide;
    }
}

std::vector<MatrixFormat> likelyFormats(const Graph& graph, Precision precision)
{
    const bool isSmall = firstCare(graph, {}) >= Care::LowBars;
    return chooseFormats(graph, precision, isSmall ? Care::SmallGroups : Care::Fast);
}

std::vector<MatrixFormat> safestFormats(const Graph& graph, Precision precision)
{
    return chooseFormats(graph, precision, Care::SmallGroups);
}

std::int64_t matrixBytes(
    WeightFormat format, std::int64_t rows, std::int64_t columns, std::int64_t storedElementBytes)
{
    switch (format) {
    case WeightFormat::Int8:
    case WeightFormat::Int8Large:
    case WeightFormat::Int8Small:
        return panelCount(rows) * int8PanelBytes(columns, groupColumns(format, columns));
    case WeightFormat::Int4:
        return panelCount(rows) * int4PanelBytes(columns);
    case WeightFormat::AsStored:
        break;
    }
    return rows * columns * storedElementBytes;
}

} // namespace moru
