#pragma once

#include "engine/program/recipe.h"
#include "engine/program/recipes/linear_blocks.h"

namespace moru {

/// Rows of one of a step's matrices that are given out together: stored rows by so many that no two workers
/// write to one cache line of the output, packed ones by whole panels.
[[nodiscard]] std::int64_t rowBlockOf(const BoundMatrix& matrix);

/// Calls use(pieces) for pieces of the step's work, numbered from 0: first those that are `own`, then what
/// other workers have not come to yet. Every worker of the team calls it once a pass. A single token
/// gets runs of pieces where its products read several places at once.
template <typename Use>
void forEachRun(const Step& step, const StepContext& context, int worker, kernels::Range own, Use use)
{
    WorkQueue& queue = context.queues[std::size_t(step.queue)];
    const std::int64_t streams = context.kernels->decodeStreams;
    const bool takesRuns = streams > 1 && context.tokensOf(step) == 1;
    const auto grain = takesRuns ? WorkQueue::Grain { streams, kMostPiecesAtOnce } : WorkQueue::Grain {};
    queue.give(worker, own.begin, own.end);
    for (auto run = queue.take(worker, context.workerCount, grain); run.begin < run.end;
        run = queue.take(worker, context.workerCount, grain))
        use(run);
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
        forEachRun(*step_, *context_, worker_, blocks_, [&](WorkQueue::Pieces blocks) {
            std::int64_t first = 0; // block of the matrix
            for (std::size_t i = 0; i < step_->matrices.size(); ++i) {
                const std::int64_t count = levelledBlocks(i);
                useIfAny(use, i, rowsOfBlocks(i, blocks.begin - first, blocks.end - first));
                first += count;
            }
        });
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
    [[nodiscard]] std::int64_t levelledBlocks(std::size_t matrix) const;
    /// What lies inside the matrix of the levelled blocks that begin and end there, counted from its first.
    [[nodiscard]] kernels::Range rowsOfBlocks(std::size_t matrix, std::int64_t begin, std::int64_t end) const;

    const Step* step_;
    const StepContext* context_;
    int worker_;
    bool hasFewRows_;
    bool divides_;
    kernels::Range blocks_; ///< The worker's own, of all levelled matrices, one after the other.
};

} // namespace moru
