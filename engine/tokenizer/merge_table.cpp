#include "engine/tokenizer/merge_table.h"

#include <bit>
#include <utility>

namespace moru {

namespace {

std::uint64_t pairOf(TokenId left, TokenId right)
{
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32)
        | static_cast<std::uint32_t>(right);
}

/// Spreads all bits of the pair over all bits of the result; neighbouring ids are common and must not
/// cluster.
std::uint64_t mixed(std::uint64_t value)
{
    value ^= value >> 33;
    value *= 0xFF51AFD7ED558CCDULL;
    value ^= value >> 33;
    value *= 0xC4CEB9FE1A85EC53ULL;
    return value ^ (value >> 33);
}

} // namespace

void MergeTable::reserve(std::size_t count)
{
    const std::size_t wanted = std::bit_ceil(count + count / 2 + 1);
    if (wanted > slots_.size())
        resize(wanted);
}

bool MergeTable::add(TokenId left, TokenId right, Merge merge)
{
    reserve(used_ + 1);
    const std::uint64_t pair = pairOf(left, right);
    Slot& slot = slots_[slotOf(pair)];
    if (slot.pair == pair)
        return false;
    slot = { pair, merge };
    ++used_;
    return true;
}

const Merge* MergeTable::find(TokenId left, TokenId right) const
{
    if (slots_.empty())
        return nullptr;
    const std::uint64_t pair = pairOf(left, right);
    const Slot& slot = slots_[slotOf(pair)];
    return slot.pair == pair ? &slot.merge : nullptr;
}

std::size_t MergeTable::slotOf(std::uint64_t pair) const
{
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = mixed(pair) & mask;
    while (slots_[slot].pair != kEmpty && slots_[slot].pair != pair)
        slot = (slot + 1) & mask;
    return slot;
}

void MergeTable::resize(std::size_t slots)
{
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots));
    for (const Slot& slot : old)
        if (slot.pair != kEmpty)
            slots_[slotOf(slot.pair)] = slot;
}

} // namespace moru
