#pragma once

#include "engine/program/recipe.h"

namespace moru {

/// Rows of one of a step's matrices that are given out together: stored rows by so many that no two workers
/// write to one cache line of the output, packed ones by whole panels.
[[nodiscard]] std::int64_t rowBlockOf(const BoundMatrix& matrix);

/// Calls use(piece) for pieces of the step's work, numbered from 0: first those that are `own`, then what
/// other workers have not come to yet. Every worker of the team calls it once a pass.
template <typename Use>
void forEachPiece(const Step& step, const StepContext& context, int worker, kernels::Range own, Use use)
{
    WorkQueue& queue = context.queues[std::size_t(step.queue)];
    queue.give(worker, own.begin, own.end);
    for (std::int64_t piece = queue.take(worker, context.workerCount); piece >= 0;
        piece = queue.take(worker, context.workerCount))
        use(piece);
}

/// Some rows of one of a step's matrices.
struct MatrixRows {
    std::size_t matrix = 0;
    kernels::Range rows;
};

/// Which rows of its matrices a worker multiplies. By heads where the workers' number divides them; else each
/// worker takes the keys and values of its heads, and the other rows, a queue of blocks, level the load.
class RowShares {
public:
    RowShares(const Step& step, const StepContext& context, int worker);

    /// Calls use(MatrixRows) for every run of rows.
    template <typename Use> void forEach(Use use) const
    {
        for (std::size_t i = 0; i < step_->matrices.size(); ++i) {
            if (!byHeads(i))
                continue;
            const UnitColumns& output = step_->unitOutputs[i];
            for (const kernels::Range& section : output.sections)
                useIfAny(use, i, unitRange(section, output.units, worker_, context_->workerCount));
        }
        forEachPiece(*step_, *context_, worker_, blocks_, [&](std::int64_t block) { use(levelled(block)); });
    }

private:
    template <typename Use> void useIfAny(Use& use, std::size_t matrix, kernels::Range rows) const
    {
        if (rows.begin < rows.end)
            use(MatrixRows { matrix, rows });
    }
    [[nodiscard]] bool byHeads(std::size_t output) const
    {
        return hasFewRows_ && isMadeByHeads(*step_, output, divides_);
    }
    [[nodiscard]] std::int64_t blocksByHeads(int worker) const;
    [[nodiscard]] MatrixRows levelled(std::int64_t block) const;

    const Step* step_;
    const StepContext* context_;
    int worker_;
    bool hasFewRows_;
    bool divides_;
    kernels::Range blocks_; ///< The worker's own, of all levelled matrices, one after the other.
};

} // namespace moru
