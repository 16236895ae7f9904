#include "engine/program/passes/passes.h"

#include "engine/program/recipe.h"

#include <map>

namespace moru {

namespace {

/// Which worker makes which part of a value.
struct Maker {
    enum class Kind {
        Everyone, ///< Each all of it, in a copy of its own.
        Tokens, ///< Each some tokens.
        Heads, ///< Each some of `units` heads.
        Other,
    };
    Kind kind = Kind::Other;
    std::int64_t units = 0;
    bool isInHead = false;
    int span = -1; ///< Between which barriers.
};

/// Walks the steps of one kind of pass and meets before each step that reads what another worker has made
/// since the last barrier.
class BarrierPlacer {
public:
    BarrierPlacer(
        const Graph& graph, std::vector<Step>& steps, bool Barriers::* pass, bool Barriers::* subset)
        : graph_(graph)
        , steps_(steps)
        , views_(resolveViews(graph))
        , makers_(graph.widths.size())
        , pass_(pass)
        , subset_(subset)
    {
    }

    void place()
    {
        std::size_t i = 0;
        for (const Operation& operation : graph_.operations) {
            if (std::holds_alternative<ColumnsAttributes>(operation.attributes))
                continue;
            const bool waits = readsOfOthers(operation, steps_[i]);
            if (i > 0)
                meet(i - 1, waits || (!hasFewRows() && steps_[i - 1].isInHead != steps_[i].isInHead));
            record(operation, steps_[i]);
            ++i;
        }
        meet(i - 1, true);
    }

private:
    [[nodiscard]] bool hasFewRows() const { return pass_ != &Barriers::manyRows; }
    [[nodiscard]] bool headsDivide() const { return pass_ == &Barriers::fewRowsByHeads; }

    /// `subset`: barriers that this pass needs too, because buffers are planned for them.
    void meet(std::size_t step, bool isNeeded)
    {
        const bool isPlaced = isNeeded || (subset_ != nullptr && steps_[step].barriers.*subset_);
        steps_[step].barriers.*pass_ = isPlaced;
        span_ += isPlaced ? 1 : 0;
    }

    [[nodiscard]] Maker makerOf(const Step& step, std::size_t output) const
    {
        Maker maker { .units = step.units, .isInHead = step.isInHead, .span = span_ };
        const bool isByTokens = step.recipe->partition == Partition::Tokens;
        if (!hasFewRows())
            maker.kind = isByTokens ? Maker::Kind::Tokens : Maker::Kind::Other;
        else if (step.units > 0)
            maker.kind = Maker::Kind::Heads;
        else if (isByTokens)
            maker.kind = Maker::Kind::Everyone;
        else if (isMadeByHeads(step, output, headsDivide())) {
            maker.kind = Maker::Kind::Heads;
            maker.units = step.unitOutputs[output].units;
        }
        return maker;
    }

    [[nodiscard]] bool isOfOthers(const Maker& made, const Step& reader) const
    {
        if (made.span < span_)
            return false;
        switch (made.kind) {
        case Maker::Kind::Everyone:
            return false;
        case Maker::Kind::Tokens:
            // The rows that a worker takes are the same only while the number of rows is: body and head
            // differ.
            return reader.recipe->partition != Partition::Tokens || made.isInHead != reader.isInHead;
        case Maker::Kind::Heads:
            return reader.units == 0 || (reader.units != made.units && !headsDivide());
        case Maker::Kind::Other:
            break;
        }
        return true;
    }

    [[nodiscard]] bool readsOfOthers(const Operation& operation, const Step& step) const
    {
        for (const Value input : operation.inputs) {
            if (isOfOthers(makers_[std::size_t(views_[std::size_t(input.id)].base)], step))
                return true;
        }
        const auto* attention = std::get_if<AttentionAttributes>(&operation.attributes);
        return attention != nullptr && isOfOthers(cacheWriters_.at(attention->cache), step);
    }

    void record(const Operation& operation, const Step& step)
    {
        for (std::size_t output = 0; output < operation.outputs.size(); ++output)
            makers_[std::size_t(operation.outputs[output].id)] = makerOf(step, output);
        if (const auto* write = std::get_if<CacheWriteAttributes>(&operation.attributes))
            cacheWriters_[write->cache] = makerOf(step, 0);
    }

    const Graph& graph_;
    std::vector<Step>& steps_;
    std::vector<View> views_;
    std::vector<Maker> makers_; ///< By value id.
    std::map<int, Maker> cacheWriters_; ///< By cache.
    bool Barriers::* pass_;
    bool Barriers::* subset_;
    int span_ = 0;
};

} // namespace

void placeBarriers(const Graph& graph, std::vector<Step>& steps)
{
    BarrierPlacer(graph, steps, &Barriers::fewRowsByHeads, nullptr).place();
    BarrierPlacer(graph, steps, &Barriers::fewRows, &Barriers::fewRowsByHeads).place();
    BarrierPlacer(graph, steps, &Barriers::manyRows, &Barriers::fewRowsByHeads).place();
}

} // namespace moru
