#pragma once

#include "engine/api/tokenizer.h"

#include <cstdint>
#include <vector>

namespace moru {

/// What two neighbouring tokens become.
struct Merge {
    std::uint32_t rank = 0; ///< Lower ranks are applied first.
    TokenId result = 0;
};

/// The merges of a byte pair encoding, found by the pair of ids.
class MergeTable {
public:
    /// More than ten times as many as any tokenizer in use has.
    static constexpr std::size_t kMaxMerges = std::size_t { 1 } << 23;

    void reserve(std::size_t count);
    /// False when the pair has a merge already.
    [[nodiscard]] bool add(TokenId left, TokenId right, Merge merge);
    /// Null when the two do not merge.
    [[nodiscard]] const Merge* find(TokenId left, TokenId right) const;
    [[nodiscard]] std::size_t size() const { return used_; }

private:
    struct Slot {
        std::uint64_t pair = kEmpty;
        Merge merge;
    };
    static constexpr std::uint64_t kEmpty = ~std::uint64_t { 0 };

    [[nodiscard]] std::size_t slotOf(std::uint64_t pair) const;
    void resize(std::size_t slots);

    std::vector<Slot> slots_; // open addressing, a power of two, at most two thirds full
    std::size_t used_ = 0;
};

} // namespace moru
