#include "engine/loader/gguf_merges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <unordered_set>

namespace moru {

namespace {

constexpr std::array<std::string_view, 3> kRunCharacters { "\n", "\u2581", "\t" };
/// Longer tokens than any real vocabulary has would make this quadratic in the file's size.
constexpr std::size_t kMaxTokenBytes = 4096;

bool isRun(std::string_view text)
{
    return std::any_of(kRunCharacters.begin(), kRunCharacters.end(), [text](std::string_view character) {
        if (text.empty() || text.size() % character.size() != 0)
            return false;
        for (std::size_t i = 0; i < text.size(); i += character.size()) {
            if (text.substr(i, character.size()) != character)
                return false;
        }
        return true;
    });
}

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
void sortByLengths(Merges& merges)
{
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> keys; // to be sorted in ascending order
    for (std::size_t i = 0; i < merges.size(); ++i)
        keys.emplace_back(
            SIZE_MAX - characterCount(merges[i].left), SIZE_MAX - characterCount(merges[i].right), i);
    std::sort(keys.begin(), keys.end());
    Merges sorted;
    for (const auto& [left, right, place] : keys)
        sorted.push_back(merges[place]);
    merges = std::move(sorted);
}

} // namespace

Merges mergesOfScores(std::span<const std::string_view> texts, std::span<const double> scores,
    const std::vector<bool>& takesPart)
{
    std::unordered_set<std::string_view> known;
    std::vector<std::size_t> runs;
    std::vector<std::size_t> others;
    for (std::size_t id = 0; id < texts.size(); ++id) {
        if (!takesPart[id])
            continue;
        known.insert(texts[id]);
        (isRun(texts[id]) ? runs : others).push_back(id);
    }
    Merges merges;
    for (const std::size_t id : runs)
        addSplits(texts[id], known, merges);
    sortByLengths(merges);
    // A score that is no number would leave the order undefined.
    const auto scoreOf = [scores](std::size_t id) { return std::isnan(scores[id]) ? -HUGE_VAL : scores[id]; };
    std::sort(others.begin(), others.end(),
        [&](std::size_t a, std::size_t b) { return std::pair(-scoreOf(a), a) < std::pair(-scoreOf(b), b); });
    for (const std::size_t id : others)
        addSplits(texts[id], known, merges);
    return merges;
}

} // namespace moru
