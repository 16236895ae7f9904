#include "engine/program/passes/passes.h"

#include "engine/program/quantised_layout.h"

#include <algorithm>

namespace moru {

void quantiseInputs(Graph& graph, const std::vector<MatrixFormat>& formats)
{
    std::vector<Operation> lowered;
    lowered.reserve(graph.operations.size());
    for (Operation& operation : graph.operations) {
        auto* linear = std::get_if<LinearAttributes>(&operation.attributes);
        if (linear)
            linear->input = formats[std::size_t(operation.weights[0].id)].input;
        if (linear && linear->input != InputFormat::Float) {
            const Value input = operation.inputs[0];
            const std::int64_t columns = graph.width(input);
            graph.widths.push_back(QuantisedLayout(columns, linear->input).floatsPerToken());
            const Value quantised { int(graph.widths.size()) - 1 };
            lowered.push_back({ .name = "quantise",
                .layer = operation.layer,
                .role = operation.role,
                .inputs = { input },
                .outputs = { quantised },
                .weights = {},
                .attributes
                = QuantiseAttributes { .columns = columns, .format = linear->input, .norm = std::nullopt } });
            operation.inputs[0] = quantised;
        }
        lowered.push_back(std::move(operation));
    }
    graph.operations = std::move(lowered);
}

} // namespace moru
