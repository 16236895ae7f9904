#include "engine/tokenizer/normalizer.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/unicode_classes.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace moru {

namespace {

/// Below U+0300 nothing is decomposed form and nothing combines.
constexpr char32_t kFirstCombining = 0x300;

bool mayChange(std::string_view text)
{
    // 0xCC is the first byte of U+0300; every later character starts with a byte as large or larger.
    static_assert(kFirstCombining >> 6 == (0xCC & 0x1F));
    return std::ranges::any_of(text, [](char byte) { return static_cast<unsigned char>(byte) >= 0xCC; });
}

// clang-format off
/// Marks, and whole blocks with compositions of their own, that Unicode 10 to 16 added. The normalizer that the
/// reference ids come from, and that the models were trained with, knows Unicode 9: to it these do not combine.
/// Leaving them out also makes the result independent of the version of utf8proc.
constexpr CodePointRange kAfterUnicode9[] = {
    {0x7FD,0x7FD},{0x897,0x89F},{0x8CA,0x8D3},{0x9FE,0x9FE},{0xC3C,0xC3C},{0xCF3,0xCF3},{0xD3B,0xD3C},{0xEBA,0xEBA},
    {0xECE,0xECE},{0x1715,0x1715},{0x1ABF,0x1ACE},{0x1DF6,0x1DFA},{0xA82C,0xA82C},{0x105C0,0x105FF},{0x10D24,0x10D27},
    {0x10D69,0x10D6D},{0x10EAB,0x10EAC},{0x10EFC,0x10EFF},{0x10F46,0x10F50},{0x10F82,0x10F85},{0x11070,0x11070},
    {0x11241,0x11241},{0x1133B,0x1133B},{0x11380,0x113FF},{0x1145E,0x1145E},{0x11839,0x1183A},{0x11900,0x1195F},
    {0x119E0,0x119E0},{0x11A34,0x11A34},{0x11A47,0x11A47},{0x11A99,0x11A99},{0x11D42,0x11D42},{0x11D44,0x11D45},
    {0x11D97,0x11D97},{0x11F00,0x11F01},{0x11F03,0x11F03},{0x11F34,0x11F3A},{0x11F3E,0x11F42},{0x11F5A,0x11F5A},
    {0x13440,0x13440},{0x13447,0x13455},{0x16100,0x1613F},{0x16D40,0x16D7F},{0x16FF0,0x16FF1},{0x1E08F,0x1E08F},
    {0x1E130,0x1E136},{0x1E2AE,0x1E2AE},{0x1E2EC,0x1E2EF},{0x1E4EC,0x1E4EF},{0x1E5EE,0x1E5EF},
};
// clang-format on

bool isInert(char32_t codePoint)
{
    const auto after = std::ranges::upper_bound(kAfterUnicode9, codePoint, {}, &CodePointRange::first);
    return after != std::begin(kAfterUnicode9) && codePoint <= std::prev(after)->last;
}

using CodePoints = std::vector<utf8proc_int32_t>;

CodePoints decomposed(std::string_view text)
{
    CodePoints result;
    result.reserve(text.size());
    constexpr auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
    for (std::size_t position = 0; position < text.size();) {
        const utf8::Character character = utf8::characterAt(text, position);
        position += character.length;
        std::array<utf8proc_int32_t, 32> parts {}; // no canonical decomposition has more than 4
        int lastClass = 0;
        const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(character.codePoint),
            parts.data(), static_cast<utf8proc_ssize_t>(parts.size()), options, &lastClass);
        if (count > 0 && static_cast<std::size_t>(count) <= parts.size())
            result.insert(result.end(), parts.begin(), parts.begin() + count);
        else
            result.push_back(static_cast<utf8proc_int32_t>(character.codePoint));
    }
    return result;
}

std::uint64_t combiningClass(utf8proc_int32_t codePoint)
{
    return static_cast<std::uint64_t>(utf8proc_get_property(codePoint)->combining_class);
}

/// Puts each row of combining marks into canonical order: by class, equal ones as they stood. utf8proc's own
/// loop is quadratic in the row's length, and a text may be one row.
void reorderMarks(CodePoints& text)
{
    std::vector<std::pair<std::uint64_t, utf8proc_int32_t>> row; // class and place, mark
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
        row.clear();
        while (begin + row.size() < text.size()) {
            const utf8proc_int32_t mark = text[begin + row.size()];
            const std::uint64_t markClass = combiningClass(mark);
            if (markClass == 0)
                break;
            row.emplace_back((markClass << 32) | row.size(), mark);
        }
        if (row.size() < 2)
            continue;
        std::ranges::sort(row);
        for (const auto& [order, mark] : row)
            text[begin++] = mark;
        --begin;
    }
}

void appendComposed(std::string& result, std::string_view text)
{
    if (text.empty())
        return;
    CodePoints codePoints = decomposed(text);
    reorderMarks(codePoints);
    const auto count
        = utf8proc_normalize_utf32(codePoints.data(), static_cast<utf8proc_ssize_t>(codePoints.size()),
            static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    for (utf8proc_ssize_t i = 0; i < count; ++i)
        utf8::append(result, static_cast<char32_t>(codePoints[static_cast<std::size_t>(i)]));
}

std::string replaced(std::string_view text, const ReplaceStep& step)
{
    std::string result;
    result.reserve(text.size() + text.size() / 4);
    std::size_t position = 0;
    for (std::size_t found; (found = text.find(step.from, position)) != text.npos;
        position = found + step.from.size()) {
        result += text.substr(position, found - position);
        result += step.to;
    }
    result += text.substr(position);
    return result;
}

} // namespace

std::string composed(std::string_view text)
{
    if (!mayChange(text))
        return std::string(text);
    std::string result;
    result.reserve(text.size());
    std::size_t begin = 0; // of the stretch without inert characters
    for (std::size_t position = 0; position < text.size();) {
        const utf8::Character character = utf8::characterAt(text, position);
        if (isInert(character.codePoint)) {
            appendComposed(result, text.substr(begin, position - begin));
            result += text.substr(position, character.length);
            begin = position + character.length;
        }
        position += character.length;
    }
    appendComposed(result, text.substr(begin));
    return result;
}

Normalizer::Normalizer(std::vector<NormalizerStep> steps)
    : steps_(std::move(steps))
{
}

std::string Normalizer::apply(std::string_view text) const
{
    std::string result(text);
    for (const NormalizerStep& step : steps_) {
        if (const auto* replace = std::get_if<ReplaceStep>(&step))
            result = replaced(result, *replace);
        else
            result = composed(result);
    }
    return result;
}

} // namespace moru
