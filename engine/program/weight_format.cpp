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

} // namespace

std::vector<WeightFormat> chooseFormats(const Graph& graph, Precision precision)
{
    std::vector<WeightFormat> formats(graph.weights.size(), WeightFormat::AsStored);
    if (precision == Precision::Exact)
        return formats;
    const std::vector<bool> isEmbedding = findEmbeddings(graph);
    for (std::size_t id = 0; id < formats.size(); ++id) {
        const WeightReference& weight = graph.weights[id];
        if (weight.use != WeightUse::Matrix || weight.shape[0] < kPanelRows)
            continue;
        formats[id]
            = precision == Precision::Int8 || isEmbedding[id] ? WeightFormat::Int8 : WeightFormat::Int4;
    }
    return formats;
}

std::int64_t matrixBytes(
    WeightFormat format, std::int64_t rows, std::int64_t columns, std::int64_t storedElementBytes)
{
    switch (format) {
    case WeightFormat::Int8:
        return panelCount(rows) * int8PanelBytes(columns, kColumnBlock);
    case WeightFormat::Int4:
        return panelCount(rows) * int4PanelBytes(columns, true);
    case WeightFormat::AsStored:
        break;
    }
    return rows * columns * storedElementBytes;
}

} // namespace moru
