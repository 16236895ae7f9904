#include "engine/program/program_description.h"

#include "engine/program/recipe.h"

#include <algorithm>

#include <fmt/format.h>

namespace moru {

namespace {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(
        lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return lower;
}

/// Products are named by their weights' format, each format once; everything else has one kernel a kind.
std::string kernelName(const Step& step)
{
    if (!std::holds_alternative<LinearAttributes>(step.attributes))
        return std::string(operationKindName(step.attributes));
    std::vector<std::string> names;
    for (const BoundMatrix& matrix : step.matrices) {
        std::string name = "matmul_" + lowerCase(formatName(matrix));
        if (std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return fmt::format("{}", fmt::join(names, "+"));
}

std::vector<std::string> texts(const std::vector<Operand>& operands)
{
    std::vector<std::string> texts;
    for (const Operand& operand : operands)
        texts.push_back(operandText(operand));
    return texts;
}

} // namespace

std::string operandText(const Operand& operand)
{
    return fmt::format("{}{}{}[{}]", operand.isInHead ? "h" : "b", operand.isPrivate ? "'" : "",
        operand.column + operand.offset, operand.width);
}

std::string_view formatName(const BoundMatrix& matrix)
{
    switch (matrix.format) {
    case WeightFormat::Int8:
    case WeightFormat::Int8Large:
        switch (groupColumns(matrix.format, matrix.columns)) {
        case 512:
            return "INT8/512";
        case 256:
            return "INT8/256";
        default:
            return "INT8";
        }
    case WeightFormat::Int8Small:
        return "INT8/32";
    case WeightFormat::Int4:
        return "INT4";
    case WeightFormat::AsStored:
        break;
    }
    return dtypeName(matrix.dtype);
}

std::vector<OperationDescription> describeProgram(const Program& program, KvFormat kvFormat, int layer)
{
    // What a step costs depends on the pass; this is one token that sees itself alone.
    const std::vector<std::vector<kernels::VisibleRange>> visible(program.caches.size(), { { 0, 1 } });
    constexpr int kFirstRow = 0;
    StepContext oneToken;
    oneToken.tokenCount = 1;
    oneToken.wantedRows = { &kFirstRow, 1 };
    oneToken.visible = visible;
    oneToken.kvFormat = kvFormat;

    std::vector<OperationDescription> operations;
    for (std::size_t index = 0; index < program.steps.size(); ++index) {
        const Step& step = program.steps[index];
        if (layer >= 0 && step.layer != layer)
            continue;
        const StepCost cost = step.recipe->cost(step, oneToken);
        operations.push_back({ .index = int(index),
            .name = step.name,
            .layer = step.layer,
            .role = step.role,
            .kernel = kernelName(step),
            .inputs = texts(step.inputs),
            .outputs = texts(step.outputs),
            .bytesRead = cost.bytesRead,
            .operations = cost.operations });
    }
    return operations;
}

} // namespace moru
