#pragma once

#include "engine/program/recipe.h"

namespace moru {

/// Rows of one of a step's matrices that are given out together: stored rows by so many that no two workers
/// write to one cache line of the output, packed ones by whole panels.
[[nodiscard]] std::int64_t rowBlockOf(const BoundMatrix& matrix);

/// Some rows of one of a step's matrices.
struct MatrixRows {
    std::size_t matrix = 0;
    kernels::Range rows;
};

/// Which rows of its matrices a worker multiplies. By heads where the workers' number divides them; else each
/// worker takes the keys and values of its heads, and the other rows level the load.
class RowShares {
public:
    RowShares(const Step& step, const StepContext& context, int worker);

    /// Calls use(MatrixRows) for every run of rows, in the matrices' order.
    template <typename Use> void forEach(Use use) const
    {
        for (std::size_t i = 0; i < step_->matrices.size(); ++i) {
            if (byHeads(i)) {
                const UnitColumns& output = step_->unitOutputs[i];
                for (const kernels::Range& section : output.sections)
                    useIfAny(use, i, unitRange(section, output.units, worker_, workerCount_));
            } else {
                useIfAny(use, i, levelled(i));
            }
        }
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
    [[nodiscard]] kernels::Range levelled(std::size_t matrix) const;

    const Step* step_;
    int worker_;
    int workerCount_;
    bool hasFewRows_;
    bool divides_;
    kernels::Range blocks_; ///< Of all levelled matrices, one after the other.
};

} // namespace moru
