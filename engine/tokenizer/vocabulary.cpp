#include "engine/tokenizer/vocabulary.h"

#include <xxhash.h>

#include <limits>
#include <utility>

namespace moru {

Result<void> Vocabulary::add(std::int64_t id, std::string_view spelling)
{
    if (id < 0 || id >= kMaxTokens)
        return failure(
            ErrorCode::InvalidTokenizer, "vocabulary", "id {} is outside 0…{}", id, kMaxTokens - 1);
    if (text_.size() + spelling.size() > std::numeric_limits<std::uint32_t>::max() - 1)
        return failure(ErrorCode::InvalidTokenizer, "vocabulary", "the spellings exceed 4 GiB");
    const auto token = static_cast<TokenId>(id);
    if (has(token))
        return failure(ErrorCode::InvalidTokenizer, "vocabulary", "id {} is given to \"{}\" and to \"{}\"",
            id, this->spelling(token), spelling);
    if (3 * (used_ + 1) > 2 * slots_.size())
        grow();
    const std::size_t slot = slotOf(spelling);
    if (slots_[slot] != kEmpty)
        return failure(ErrorCode::InvalidTokenizer, "vocabulary", "\"{}\" has the ids {} and {}", spelling,
            slots_[slot], id);
    if (static_cast<std::size_t>(token) >= entries_.size())
        entries_.resize(static_cast<std::size_t>(token) + 1);
    entries_[static_cast<std::size_t>(token)]
        = { static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(spelling.size()) };
    text_ += spelling;
    slots_[slot] = token;
    ++used_;
    return {};
}

std::optional<TokenId> Vocabulary::find(std::string_view spelling) const
{
    if (slots_.empty())
        return std::nullopt;
    const TokenId id = slots_[slotOf(spelling)];
    return id == kEmpty ? std::nullopt : std::optional(id);
}

std::string_view Vocabulary::spelling(TokenId id) const
{
    if (!has(id))
        return {};
    const Entry entry = entries_[static_cast<std::size_t>(id)];
    return std::string_view(text_).substr(entry.offset, entry.length);
}

bool Vocabulary::has(TokenId id) const
{
    return id >= 0 && static_cast<std::size_t>(id) < entries_.size()
        && entries_[static_cast<std::size_t>(id)].length != kAbsent;
}

/// The slot that holds the spelling, or the empty one where it belongs.
std::size_t Vocabulary::slotOf(std::string_view spelling) const
{
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = XXH3_64bits(spelling.data(), spelling.size()) & mask;
    while (slots_[slot] != kEmpty && this->spelling(slots_[slot]) != spelling)
        slot = (slot + 1) & mask;
    return slot;
}

void Vocabulary::grow()
{
    const std::vector<TokenId> old = std::exchange(slots_, {});
    slots_.assign(old.empty() ? 1024 : 2 * old.size(), kEmpty);
    for (const TokenId id : old)
        if (id != kEmpty)
            slots_[slotOf(spelling(id))] = id;
}

} // namespace moru
