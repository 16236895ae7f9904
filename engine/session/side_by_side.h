#pragma once

#include "engine/session/logits_tally.h"
#include "engine/session/sequence_runner.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace moru {

/// Runs the same ids through a reference and some models, a chunk at a time, and holds their logits against
/// each other. Every runner enters the ids in chunks of its own size.
class SideBySide {
public:
    /// A model in the comparison; the runners are at position 0 and must outlive this object.
    struct Entrant {
        SequenceRunner* runner = nullptr;
        LogitsObserver logitsDone {}; ///< Sees this model's logits; may be empty.
        SequenceRunner::ChunkObserver chunkDone {}; ///< May be empty.
        LogitsTally tally {};
    };

    SideBySide(SequenceRunner& reference, std::vector<Entrant> entrants)
        : reference_(reference)
        , entrants_(std::move(entrants))
    {
    }

    /// `vocabulary` is that of all. Errors: as SequenceRunner::enter.
    [[nodiscard]] Result<void> run(
        std::span<const TokenId> ids, std::size_t vocabulary, const std::stop_token& stop);

    [[nodiscard]] LogitsComparison result(std::size_t entrant) const
    {
        return entrants_[entrant].tally.result();
    }

private:
    SequenceRunner& reference_;
    std::vector<Entrant> entrants_;
};

} // namespace moru
