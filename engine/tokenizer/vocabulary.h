#pragma once

#include "engine/api/tokenizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// Spelling ↔ id of every token. Spellings lie in one buffer: a quarter of a million small strings would cost
/// several times their text.
class Vocabulary {
public:
    /// Ids must be below this; the largest vocabularies in use have about 262,000 entries.
    static constexpr TokenId kMaxTokens = 1 << 22;

    /// Errors: InvalidTokenizer when the id is out of range or taken, or the spelling is taken.
    [[nodiscard]] Result<void> add(std::int64_t id, std::string_view spelling);

    [[nodiscard]] std::optional<TokenId> find(std::string_view spelling) const;
    /// Empty for an id without an entry.
    [[nodiscard]] std::string_view spelling(TokenId id) const;
    [[nodiscard]] bool has(TokenId id) const;
    /// One past the largest id.
    [[nodiscard]] int size() const { return static_cast<int>(entries_.size()); }

private:
    struct Entry {
        std::uint32_t offset = 0;
        std::uint32_t length = kAbsent;
    };
    static constexpr std::uint32_t kAbsent = ~std::uint32_t { 0 };
    static constexpr TokenId kEmpty = -1;

    [[nodiscard]] std::size_t slotOf(std::string_view spelling) const;
    void grow();

    std::string text_;
    std::vector<Entry> entries_; // by id
    std::vector<TokenId> slots_; // open addressing, a power of two, at most two thirds full
    std::size_t used_ = 0;
};

} // namespace moru
