#pragma once

#include "engine/tokenizer/merge_table.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace moru {

/// Applies merges to a row of symbols: always the lowest rank, and of equal ranks the leftmost, until none is
/// left. A queue of candidate pairs makes that O(n log n); a row may be a whole document. Keeps its buffers
/// between rows. Source: Sennrich 2016, arXiv:1508.07909.
class MergeLoop {
public:
    void add(TokenId symbol) { symbols_.push_back({ symbol, 0, 0 }); }
    /// Appends the merged row to `output` and starts the next row.
    void run(const MergeTable& merges, std::vector<TokenId>& output);

    /// Queue entries taken since construction: what the running time is proportional to (up to its
    /// logarithm).
    [[nodiscard]] std::size_t steps() const { return steps_; }

private:
    struct Symbol {
        TokenId id;
        std::uint32_t previous;
        std::uint32_t next;
    };

    void offer(const MergeTable& merges, std::uint32_t left);

    std::vector<Symbol> symbols_;
    std::vector<std::uint64_t> queue_; // rank in the upper half, position in the lower, smallest first
    std::size_t steps_ = 0;
};

} // namespace moru
