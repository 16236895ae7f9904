#include "engine/program/passes/passes.h"

#include "engine/program/recipe.h"

namespace moru {

void placeBarriers(std::vector<Step>& steps)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool isLast = i + 1 == steps.size();
        // The rows that a worker takes are the same only while the number of rows is: body and head differ.
        const bool sharesRows = !isLast && steps[i].recipe->partition == Partition::Tokens
            && steps[i + 1].recipe->partition == Partition::Tokens
            && steps[i].isInHead == steps[i + 1].isInHead;
        steps[i].hasBarrier = !sharesRows;
    }
}

} // namespace moru
