#include "engine/session/side_by_side.h"

#include <algorithm>
#include <numeric>

namespace moru {

Result<void> SideBySide::run(
    std::span<const TokenId> ids, std::size_t vocabulary, const std::stop_token& stop)
{
    // One chunk of the reference's logits at a time waits for the models'.
    const auto chunkSize = std::size_t(reference_.executor().chunkSize());
    std::vector<float> kept(chunkSize * vocabulary);
    std::vector<int> all(chunkSize);
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t begin = 0; begin < ids.size(); begin += chunkSize) {
        const auto chunk = ids.subspan(begin, std::min(chunkSize, ids.size() - begin));
        const auto wanted = std::span(all).first(chunk.size());
        const auto rowOf = [&](int position) {
            return std::span(kept).subspan((std::size_t(position) - begin) * vocabulary, vocabulary);
        };
        auto entered = reference_.enter(
            chunk, wanted, {},
            [&](int position, int row) {
                std::ranges::copy(reference_.logits(row), rowOf(position).begin());
            },
            stop);
        for (Entrant& entrant : entrants_) {
            if (!entered)
                break;
            entered = entrant.runner->enter(
                chunk, wanted, entrant.chunkDone,
                [&](int position, int row) {
                    const std::span<const float> logits = entrant.runner->logits(row);
                    const auto next = std::size_t(position) + 1;
                    if (entrant.logitsDone)
                        entrant.logitsDone(position, logits);
                    entrant.tally.add(
                        rowOf(position), logits, next < ids.size() ? std::optional(ids[next]) : std::nullopt);
                },
                stop);
        }
        if (!entered)
            return entered;
    }
    return {};
}

} // namespace moru
