#include "engine/templates/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace moru {

namespace {

bool isContinuation(char byte)
{
    return (static_cast<std::uint8_t>(byte) & 0xC0U) == 0x80U;
}

std::size_t lengthByLead(std::uint8_t lead)
{
    if (lead < 0x80U)
        return 1;
    if (lead >= 0xC2U && lead <= 0xDFU)
        return 2;
    if (lead >= 0xE0U && lead <= 0xEFU)
        return 3;
    if (lead >= 0xF0U && lead <= 0xF4U)
        return 4;
    return 0;
}

} // namespace

CodePoint firstCodePoint(std::string_view text)
{
    if (text.empty())
        return {};
    const auto lead = static_cast<std::uint8_t>(text[0]);
    const std::size_t length = lengthByLead(lead);
    if (length == 0 || length > text.size()
        || !std::ranges::all_of(text.substr(1, length - 1), isContinuation))
        return { .value = lead, .length = 1, .wellFormed = false };
    constexpr std::array<std::uint8_t, 5> kLeadBits { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    constexpr std::array<char32_t, 5> kSmallest { 0, 0, 0x80, 0x800, 0x10000 };
    char32_t value = lead & kLeadBits[length];
    for (const char byte : text.substr(1, length - 1))
        value = (value << 6U) | (static_cast<std::uint8_t>(byte) & 0x3FU);
    const bool isSurrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < kSmallest[length] || value > 0x10FFFF || isSurrogate)
        return { .value = lead, .length = 1, .wellFormed = false };
    return { .value = value, .length = length, .wellFormed = true };
}

CodePoint lastCodePoint(std::string_view text)
{
    const std::size_t longest = std::min<std::size_t>(4, text.size());
    for (std::size_t length = 1; length <= longest; ++length) {
        const std::string_view tail = text.substr(text.size() - length);
        const CodePoint point = firstCodePoint(tail);
        if (point.wellFormed && point.length == length)
            return point;
    }
    if (text.empty())
        return {};
    return { .value = static_cast<std::uint8_t>(text.back()), .length = 1, .wellFormed = false };
}

} // namespace moru
