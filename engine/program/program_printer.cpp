#include "engine/program/program.h"

#include "engine/program/program_description.h"
#include "engine/program/recipe.h"

#include <array>


#include <fmt/core.h>

namespace moru {

namespace {

std::string_view partitionName(Partition partition)
{
    static constexpr std::array<std::string_view, 4> names { "tokens", "rows", "heads", "channels" };
    return names[std::size_t(partition)];
}

std::string detail(const Step& step)
{
    std::string text;
    for (const BoundMatrix& matrix : step.matrices)
        text += fmt::format(" {}[{}, {}]", formatName(matrix), matrix.rows, matrix.columns);
    if (const auto* linear = std::get_if<LinearAttributes>(&step.attributes)) {
        if (linear->epilogue == Epilogue::AddResidual)
            text += " + residual";
        if (linear->epilogue == Epilogue::GatedActivation)
            text += linear->activation == Activation::Silu ? " silu·" : " gelu·";
    }
    return text;
}

} // namespace

std::string printProgram(const Program& program, int layer)
{
    std::string text;
    int index = 0;
    for (const Step& step : program.steps) {
        const int at = index++;
        if (layer >= 0 && step.layer != layer)
            continue;
        std::string inputs;
        for (const Operand& input : step.inputs)
            inputs += (inputs.empty() ? "" : ", ") + operandText(input);
        std::string outputs;
        for (const Operand& output : step.outputs)
            outputs += (outputs.empty() ? "" : ", ") + operandText(output);
        text += fmt::format("{:>4} {:>3}  {:<10} {:<22} {:<17} by {:<8} {} -> {}{}{}\n", at,
            step.layer < 0 ? std::string("-") : std::to_string(step.layer), operationRoleName(step.role),
            step.name, operationKindName(step.attributes), partitionName(step.recipe->partition), inputs,
            outputs, detail(step), step.hasBarrier ? "  |" : "");
    }
    text += fmt::format(
        "buffers: {} floats a token, {} a row of logits\n", program.bodyColumns, program.headColumns);
    return text;
}

} // namespace moru
