#include "engine/program/passes/passes.h"

#include "engine/quantization/packed_matrix.h"

#include <algorithm>
#include <numeric>

namespace moru {

namespace {

bool isView(const Operation& operation)
{
    return std::holds_alternative<ColumnsAttributes>(operation.attributes);
}

/// Columns that an operation never separates: a head, or one; 0 where the operation mixes all columns.
std::int64_t grainOf(const Operation& operation)
{
    const Attributes& a = operation.attributes;
    if (const auto* norm = std::get_if<RmsNormAttributes>(&a))
        return norm->groupSize;
    if (const auto* norm = std::get_if<L2NormAttributes>(&a))
        return norm->groupSize;
    if (const auto* norm = std::get_if<GatedRmsNormAttributes>(&a))
        return norm->groupSize;
    if (const auto* rope = std::get_if<RopeAttributes>(&a))
        return rope->headDim;
    if (const auto* split = std::get_if<SplitHeadsAttributes>(&a))
        return split->headDim;
    const bool isElementwise = std::holds_alternative<SigmoidGateAttributes>(a)
        || std::holds_alternative<SigmoidAttributes>(a) || std::holds_alternative<LogDecayAttributes>(a)
        || std::holds_alternative<ConvolutionAttributes>(a);
    return isElementwise ? 1 : 0;
}

class HeadDivider {
public:
    HeadDivider(const Graph& graph, const std::vector<MatrixFormat>& formats)
        : graph_(graph)
        , formats_(formats)
        , division_(graph.operations.size())
        , readers_(graph.widths.size())
    {
        for (std::size_t i = 0; i < graph.operations.size(); ++i) {
            for (const Value input : graph.operations[i].inputs)
                readers_[std::size_t(input.id)].push_back(i);
        }
    }

    std::vector<HeadDivision> divide()
    {
        divideMixers();
        divideWhatFollows();
        divideWhatPrecedes();
        divideProjections();
        findLayerHeads();
        return std::move(division_);
    }

private:
    [[nodiscard]] const Operation& operation(std::size_t i) const { return graph_.operations[i]; }

    void divideMixers()
    {
        for (std::size_t i = 0; i < division_.size(); ++i) {
            const Attributes& a = operation(i).attributes;
            if (const auto* write = std::get_if<CacheWriteAttributes>(&a))
                division_[i].units = write->kvHeadCount;
            else if (const auto* attention = std::get_if<AttentionAttributes>(&a))
                division_[i].units = attention->headCount;
            else if (const auto* delta = std::get_if<GatedDeltaRuleAttributes>(&a))
                division_[i].units = delta->keyHeads;
        }
    }

    [[nodiscard]] bool fallsInto(std::int64_t units, std::size_t i) const
    {
        const std::int64_t grain = grainOf(operation(i));
        return units > 0 && grain > 0 && graph_.width(operation(i).outputs[0]) % (units * grain) == 0;
    }

    /// The gates on a mixer's output.
    void divideWhatFollows()
    {
        for (std::size_t i = 0; i < division_.size(); ++i) {
            if (division_[i].units == 0)
                continue;
            for (const Value output : operation(i).outputs) {
                for (const std::size_t reader : readers_[std::size_t(output.id)]) {
                    if (division_[reader].units == 0 && fallsInto(division_[i].units, reader))
                        division_[reader].units = division_[i].units;
                }
            }
        }
    }

    /// The heads that all readers of a value agree on, looking through views; else 0.
    [[nodiscard]] std::int64_t unitsOfReaders(Value value) const
    {
        std::int64_t common = 0;
        for (const std::size_t reader : readers_[std::size_t(value.id)]) {
            const std::int64_t units = isView(operation(reader))
                ? unitsOfReaders(operation(reader).outputs[0])
                : division_[reader].units;
            if (units == 0 || (common != 0 && units != common))
                return 0;
            common = units;
        }
        return common;
    }

    /// Head norms, rotations, convolutions: what stands between the projections and the mixer.
    void divideWhatPrecedes()
    {
        for (std::size_t i = division_.size(); i-- > 0;) {
            if (division_[i].units != 0 || grainOf(operation(i)) == 0)
                continue;
            const std::int64_t units = unitsOfReaders(operation(i).outputs[0]);
            const bool allAgree = std::ranges::all_of(
                operation(i).outputs, [&](Value output) { return unitsOfReaders(output) == units; });
            if (!allAgree || !fallsInto(units, i))
                continue;
            if (std::holds_alternative<ConvolutionAttributes>(operation(i).attributes)) {
                const UnitColumns output = unitColumns(operation(i).outputs[0], units, 1);
                if (output.units == 0)
                    continue;
                division_[i].outputs = { output };
            }
            division_[i].units = units;
        }
    }

    /// What views cut a value into, or the whole of it.
    [[nodiscard]] std::vector<kernels::Range> sectionsOf(Value value) const
    {
        std::vector<kernels::Range> sections;
        for (const std::size_t reader : readers_[std::size_t(value.id)]) {
            if (std::holds_alternative<ConvolutionAttributes>(operation(reader).attributes))
                return sectionsOf(operation(reader).outputs[0]);
            if (const auto* view = std::get_if<ColumnsAttributes>(&operation(reader).attributes))
                sections.push_back({ view->begin, view->begin + graph_.width(operation(reader).outputs[0]) });
        }
        if (sections.empty())
            return { { 0, graph_.width(value) } };
        return sections;
    }

    /// A value's parts, if they are whole multiples of `grain` columns.
    [[nodiscard]] UnitColumns unitColumns(Value value, std::int64_t units, std::int64_t grain) const
    {
        if (units == 0)
            return {};
        UnitColumns columns { units, sectionsOf(value) };
        const bool fits = std::ranges::all_of(columns.sections, [&](const kernels::Range& section) {
            return section.begin % grain == 0 && (section.end - section.begin) % (units * grain) == 0;
        });
        return fits ? columns : UnitColumns {};
    }

    void divideProjections()
    {
        for (std::size_t i = 0; i < division_.size(); ++i) {
            const auto* linear = std::get_if<LinearAttributes>(&operation(i).attributes);
            if (linear == nullptr || linear->epilogue != Epilogue::None)
                continue;
            std::vector<UnitColumns> outputs;
            for (std::size_t m = 0; m < operation(i).outputs.size(); ++m) {
                const Value output = operation(i).outputs[m];
                const bool isStored
                    = formats_[std::size_t(operation(i).weights[m].id)].weights == WeightFormat::AsStored;
                outputs.push_back(unitColumns(output, unitsOfReaders(output), isStored ? 1 : kPanelRows));
            }
            const bool all
                = std::ranges::all_of(outputs, [](const UnitColumns& output) { return output.units > 0; });
            if (all)
                division_[i].outputs = std::move(outputs);
        }
    }

    void findLayerHeads()
    {
        for (HeadDivision& division : division_) {
            const int layer = operation(std::size_t(&division - division_.data())).layer;
            for (std::size_t i = 0; i < division_.size(); ++i) {
                if (operation(i).layer == layer)
                    division.layerHeads = std::gcd(division.layerHeads, division_[i].units);
            }
        }
    }

    const Graph& graph_;
    const std::vector<MatrixFormat>& formats_;
    std::vector<HeadDivision> division_;
    std::vector<std::vector<std::size_t>> readers_; ///< Operations by value id.
};

} // namespace

std::vector<HeadDivision> divideByHeads(const Graph& graph, const std::vector<MatrixFormat>& formats)
{
    return HeadDivider(graph, formats).divide();
}

} // namespace moru
