#include "engine/program/passes/passes.h"

#include "engine/quantization/packed_matrix.h"

namespace moru {

void roundInputs(Graph& graph, const ComparisonScheme& scheme, const std::vector<MatrixFormat>& formats)
{
    std::vector<Operation> lowered;
    lowered.reserve(graph.operations.size());
    for (Operation& operation : graph.operations) {
        const bool isLinear = std::holds_alternative<LinearAttributes>(operation.attributes);
        const bool isRounded = isLinear && formats[std::size_t(operation.weights[0].id)].isRounded;
        const bool isSpared = operation.name == "logits" && scheme.handlesOutliers;
        if (isRounded && !isSpared) {
            const Value input = operation.inputs[0];
            const std::int64_t columns = graph.width(input);
            graph.widths.push_back(columns);
            const Value rounded { int(graph.widths.size()) - 1 };
            const std::int64_t whole = (columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
            lowered.push_back({ .name = "round",
                .layer = operation.layer,
                .role = operation.role,
                .inputs = { input },
                .outputs = { rounded },
                .weights = {},
                .attributes = RoundAttributes { columns,
                    scheme.scales == ComparisonScheme::Scales::Group ? kColumnBlock : whole,
                    scheme.handlesOutliers } });
            operation.inputs[0] = rounded;
        }
        lowered.push_back(std::move(operation));
    }
    graph.operations = std::move(lowered);
}

} // namespace moru
