#include "engine/tokenizer/normalizer.h"

#include "engine/tokenizer/utf8.h"

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
    CodePoints codePoints = decomposed(text);
    reorderMarks(codePoints);
    const auto count
        = utf8proc_normalize_utf32(codePoints.data(), static_cast<utf8proc_ssize_t>(codePoints.size()),
            static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    std::string result;
    result.reserve(text.size());
    for (utf8proc_ssize_t i = 0; i < count; ++i)
        utf8::append(result, static_cast<char32_t>(codePoints[static_cast<std::size_t>(i)]));
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
