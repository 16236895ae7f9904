#include "engine/loader/gguf_merges.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace moru {

namespace {

/// Longer tokens than any real vocabulary has would make this quadratic in the file's size.
constexpr std::size_t kMaxTokenBytes = 4096;

bool beginsCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

std::size_t characterCount(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), beginsCharacter));
}

using Merges = std::vector<TokenizerFile::Merge>;

/// All splits of one token, the longest left part first.
void addSplits(std::string_view token, const std::unordered_set<std::string_view>& known, Merges& merges)
{
    if (token.size() > kMaxTokenBytes)
        return;
    for (std::size_t at = token.size(); at-- > 1;) {
        if (!beginsCharacter(token[at]))
            continue;
        const TokenizerFile::Merge merge { token.substr(0, at), token.substr(at) };
        if (known.contains(merge.left) && known.contains(merge.right))
            merges.push_back(merge);
    }
}

/// Longest left part first, then longest right part; equal ones stay as they are.
Merges sortedByLengths(const Merges& merges)
{
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> keys; // to be sorted in ascending order
    for (std::size_t i = 0; i < merges.size(); ++i)
        keys.emplace_back(
            SIZE_MAX - characterCount(merges[i].left), SIZE_MAX - characterCount(merges[i].right), i);
    std::sort(keys.begin(), keys.end());
    Merges sorted;
    for (const auto& [left, right, place] : keys)
        sorted.push_back(merges[place]);
    return sorted;
}

} // namespace

Merges mergesOfScores(std::span<const std::string_view> texts, std::span<const double> scores,
    const std::vector<bool>& takesPart)
{
    std::unordered_set<std::string_view> known;
    std::vector<std::pair<double, std::size_t>> order; // negated score, id: ascending is best first
    for (std::size_t id = 0; id < texts.size(); ++id) {
        if (!takesPart[id])
            continue;
        known.insert(texts[id]);
        // A score that is no number would leave the order undefined.
        order.emplace_back(std::isnan(scores[id]) ? HUGE_VAL : -scores[id], id);
    }
    std::sort(order.begin(), order.end());
    Merges merges;
    for (auto group = order.begin(); group != order.end();) {
        const auto end = std::find_if(
            group, order.end(), [&](const auto& token) { return token.first != group->first; });
        Merges ofGroup;
        for (; group != end; ++group)
            addSplits(texts[group->second], known, ofGroup);
        ofGroup = sortedByLengths(ofGroup);
        merges.insert(merges.end(), ofGroup.begin(), ofGroup.end());
    }
    return merges;
}

} // namespace moru
