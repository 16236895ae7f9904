#include "engine/tokenizer/merge_loop.h"

#include <algorithm>
#include <functional>

namespace moru {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t { 0 };
constexpr TokenId kMergedAway = -1;

} // namespace

void MergeLoop::run(const MergeTable& merges, std::vector<TokenId>& output)
{
    queue_.clear();
    const auto count = static_cast<std::uint32_t>(symbols_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        symbols_[i].previous = i == 0 ? kNone : i - 1;
        symbols_[i].next = i + 1 == count ? kNone : i + 1;
        if (i + 1 < count)
            if (const Merge* merge = merges.find(symbols_[i].id, symbols_[i + 1].id))
                queue_.push_back((std::uint64_t { merge->rank } << 32) | i);
    }
    std::ranges::make_heap(queue_, std::greater {});

    while (!queue_.empty()) {
        std::ranges::pop_heap(queue_, std::greater {});
        const std::uint64_t candidate = queue_.back();
        queue_.pop_back();
        ++steps_;

        // Entries are not withdrawn when a neighbour changes; a stale one shows by its rank. The same rank is
        // the same pair, so nothing else needs to be kept.
        const auto position = static_cast<std::uint32_t>(candidate);
        Symbol& left = symbols_[position];
        if (left.id == kMergedAway || left.next == kNone)
            continue;
        Symbol& right = symbols_[left.next];
        const Merge* merge = merges.find(left.id, right.id);
        if (!merge || merge->rank != candidate >> 32)
            continue;

        left.id = merge->result;
        right.id = kMergedAway;
        left.next = right.next;
        if (left.next != kNone)
            symbols_[left.next].previous = position;
        if (left.previous != kNone)
            offer(merges, left.previous);
        offer(merges, position);
    }

    for (const Symbol& symbol : symbols_)
        if (symbol.id != kMergedAway)
            output.push_back(symbol.id);
    symbols_.clear();
}

void MergeLoop::offer(const MergeTable& merges, std::uint32_t left)
{
    const Symbol& symbol = symbols_[left];
    if (symbol.next == kNone)
        return;
    if (const Merge* merge = merges.find(symbol.id, symbols_[symbol.next].id)) {
        queue_.push_back((std::uint64_t { merge->rank } << 32) | left);
        std::ranges::push_heap(queue_, std::greater {});
    }
}

} // namespace moru
