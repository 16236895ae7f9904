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

/// How the work is divided: where rows are many, then where they are few.
std::string divisionText(const Step& step)
{
    const std::string_view many = partitionName(step.recipe->partition);
    if (step.units > 0)
        return fmt::format("{}/heads {}", many, step.units);
    if (step.recipe->partition == Partition::Tokens)
        return fmt::format("{}/each", many);
    std::string units;
    for (const UnitColumns& output : step.unitOutputs)
        units += fmt::format("{}{}", units.empty() ? "" : ",", output.units);
    return units.empty() ? fmt::format("{0}/{0}", many) : fmt::format("{}/heads {}", many, units);
}

/// A bar for each kind of pass in which all workers meet after the step.
std::string_view barrierText(const Step& step)
{
    if (step.barriers.fewRowsByHeads)
        return "  | |";
    if (step.barriers.fewRows)
        return step.barriers.manyRows ? "  | ?" : "    ?";
    return step.barriers.manyRows ? "  |" : "";
}

std::string_view inputFormatName(InputFormat format)
{
    static constexpr std::array<std::string_view, 5> names { "float", "8 bits", "rotated", "rotated 16 bits",
        "16 bits" };
    return names[std::size_t(format)];
}

std::string detail(const Step& step)
{
    std::string text;
    for (const BoundMatrix& matrix : step.matrices)
        text += fmt::format(" {}[{}, {}]", formatName(matrix), matrix.rows, matrix.columns);
    if (const auto* linear = std::get_if<LinearAttributes>(&step.attributes)) {
        if (linear->epilogue == Epilogue::AddResidual)
            text += " + residual";
        if (linear->epilogue == Epilogue::Softcap)
            text += fmt::format(" softcap {}", linear->cap);
        if (linear->epilogue == Epilogue::GatedActivation)
            text += linear->activation == Activation::Silu ? " silu·" : " gelu·";
    }
    if (const auto* quantise = std::get_if<QuantiseAttributes>(&step.attributes))
        text += fmt::format("{} {}", quantise->norm ? " rms_norm," : "", inputFormatName(quantise->format));
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
        text += fmt::format("{:>4} {:>3}  {:<10} {:<22} {:<17} by {:<16} {} -> {}{}{}\n", at,
            step.layer < 0 ? std::string("-") : std::to_string(step.layer), operationRoleName(step.role),
            step.name, operationKindName(step.attributes), divisionText(step), inputs, outputs, detail(step),
            barrierText(step));
    }
    text += "by: where rows are many / few; ' a copy for each worker where they are few\n"
            "| all workers meet, where rows are many, few; ? unless their number divides the layer's heads\n";
    text += fmt::format("buffers: {} + {}' floats a token, {} + {}' a row of logits\n", program.body.shared,
        program.body.ofEachWorker, program.head.shared, program.head.ofEachWorker);
    return text;
}

} // namespace moru
