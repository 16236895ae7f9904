#include "engine/program/recipes/row_shares.h"

#include <algorithm>

namespace moru {

namespace {

constexpr std::int64_t kStoredRowBlock = 16;

std::int64_t blockCount(const BoundMatrix& matrix)
{
    const std::int64_t block = rowBlockOf(matrix);
    return (matrix.rows + block - 1) / block;
}

} // namespace

std::int64_t rowBlockOf(const BoundMatrix& matrix)
{
    return matrix.format == WeightFormat::AsStored ? kStoredRowBlock : kPanelRows;
}

RowShares::RowShares(const Step& step, const StepContext& context, int worker)
    : step_(&step)
    , context_(&context)
    , worker_(worker)
    , hasFewRows_(context.hasFewRows(step))
    , divides_(context.dividesProjectionsByHeads(step))
{
    std::int64_t all = 0;
    std::int64_t left = 0;
    for (std::size_t i = 0; i < step.matrices.size(); ++i) {
        all += blockCount(step.matrices[i]);
        left += levelledBlocks(i);
    }
    // Who has more than an equal share already gets nothing of the rest.
    for (int other = 0; other <= worker; ++other) {
        const kernels::Range equal = shareOf(all, 1, other, context.workerCount);
        const bool isLast = other + 1 == context.workerCount;
        const std::int64_t wanted = std::max<std::int64_t>(0, equal.end - equal.begin - blocksByHeads(other));
        blocks_.begin = blocks_.end;
        blocks_.end = isLast ? left : std::min(left, blocks_.end + wanted);
    }
}

std::int64_t RowShares::blocksByHeads(int worker) const
{
    std::int64_t blocks = 0;
    for (std::size_t i = 0; i < step_->matrices.size(); ++i) {
        if (!byHeads(i))
            continue;
        const kernels::Range units = shareOf(step_->unitOutputs[i].units, 1, worker, context_->workerCount);
        blocks += blockCount(step_->matrices[i]) * (units.end - units.begin) / step_->unitOutputs[i].units;
    }
    return blocks;
}

std::int64_t RowShares::levelledBlocks(std::size_t matrix) const
{
    return byHeads(matrix) ? 0 : blockCount(step_->matrices[matrix]);
}

kernels::Range RowShares::rowsOfBlocks(std::size_t matrix, std::int64_t begin, std::int64_t end) const
{
    const BoundMatrix& m = step_->matrices[matrix];
    const std::int64_t block = rowBlockOf(m);
    const std::int64_t rows = std::min(levelledBlocks(matrix) * block, m.rows);
    return { std::clamp<std::int64_t>(begin * block, 0, rows),
        std::clamp<std::int64_t>(end * block, 0, rows) };
}

} // namespace moru
