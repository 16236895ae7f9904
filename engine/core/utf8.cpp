#include "engine/core/utf8.h"

#include <algorithm>

namespace moru::utf8 {

namespace {

/// Length that a first byte promises and the range its second byte must lie in.
struct Lead {
    std::size_t length;
    unsigned char secondLow;
    unsigned char secondHigh;
};

Lead leadOf(unsigned char byte)
{
    if (byte < 0x80)
        return { 1, 0, 0 };
    if (byte >= 0xC2 && byte <= 0xDF)
        return { 2, 0x80, 0xBF };
    if (byte == 0xE0)
        return { 3, 0xA0, 0xBF };
    if (byte == 0xED)
        return { 3, 0x80, 0x9F };
    if (byte >= 0xE1 && byte <= 0xEF)
        return { 3, 0x80, 0xBF };
    if (byte == 0xF0)
        return { 4, 0x90, 0xBF };
    if (byte >= 0xF1 && byte <= 0xF3)
        return { 4, 0x80, 0xBF };
    if (byte == 0xF4)
        return { 4, 0x80, 0x8F };
    return { 0, 0, 0 };
}

} // namespace

Character characterAt(std::string_view text, std::size_t position)
{
    const auto first = static_cast<unsigned char>(text[position]);
    const Lead lead = leadOf(first);
    if (lead.length == 1)
        return { first, 1, Form::Whole };
    if (lead.length == 0)
        return { U'\uFFFD', 1, Form::IllFormed };
    char32_t codePoint = first & (0x7FU >> lead.length);
    for (std::size_t i = 1; i < lead.length; ++i) {
        if (position + i == text.size())
            return { U'\uFFFD', i, Form::Incomplete };
        const auto byte = static_cast<unsigned char>(text[position + i]);
        const unsigned char low = i == 1 ? lead.secondLow : 0x80;
        const unsigned char high = i == 1 ? lead.secondHigh : 0xBF;
        if (byte < low || byte > high)
            return { U'\uFFFD', i, Form::IllFormed };
        codePoint = (codePoint << 6) | (byte & 0x3FU);
    }
    return { codePoint, lead.length, Form::Whole };
}

Character characterBefore(std::string_view text, std::size_t position)
{
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, position); ++length) {
        const Character character = characterAt(text.substr(0, position), position - length);
        if (character.form == Form::Whole && character.length == length)
            return character;
    }
    return { U'\uFFFD', 1, Form::IllFormed };
}

bool isWellFormed(std::string_view text)
{
    for (std::size_t position = 0; position < text.size();) {
        const Character character = characterAt(text, position);
        if (character.form != Form::Whole)
            return false;
        position += character.length;
    }
    return true;
}

std::string withReplacements(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t position = 0; position < text.size();) {
        const Character character = characterAt(text, position);
        result.append(character.form == Form::Whole ? text.substr(position, character.length) : kReplacement);
        position += character.length;
    }
    return result;
}

void append(std::string& text, char32_t codePoint)
{
    const auto tail = [&](unsigned shift) {
        text += static_cast<char>(0x80U | ((static_cast<unsigned>(codePoint) >> shift) & 0x3FU));
    };
    if (codePoint < 0x80) {
        text += static_cast<char>(codePoint);
    } else if (codePoint < 0x800) {
        text += static_cast<char>(0xC0U | (codePoint >> 6));
        tail(0);
    } else if (codePoint < 0x10000) {
        text += static_cast<char>(0xE0U | (codePoint >> 12));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0U | (codePoint >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace moru::utf8
