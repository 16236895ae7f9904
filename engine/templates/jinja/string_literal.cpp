#include "engine/templates/jinja/string_literal.h"

#include "engine/core/utf8.h"
#include "engine/templates/jinja/jinja_error.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace moru::jinja {

namespace {

/// Escapes can name what no text may hold; that becomes U+FFFD.
void appendCodePoint(std::string& text, char32_t c)
{
    const bool isScalarValue = c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
    utf8::append(text, isScalarValue ? c : 0xFFFD);
}

/// The value of \x41, \u0041 or \U00000041, `digits` long.
char32_t readHex(std::string_view source, std::size_t at, std::size_t digits)
{
    std::uint32_t value = 0;
    const std::string_view hex = source.substr(std::min(at, source.size()), digits);
    const auto read = std::from_chars(hex.data(), hex.data() + hex.size(), value, 16);
    if (hex.size() != digits || read.ptr != hex.data() + digits)
        failSyntax(at, "an escape in a text is incomplete");
    return value;
}

/// Resolves the escape at `at` (a backslash); returns the length it has in the source.
std::size_t readEscape(std::string_view source, std::size_t at, std::string& text)
{
    const char c = source[at + 1];
    switch (c) {
    case 'n':
        text += '\n';
        return 2;
    case 't':
        text += '\t';
        return 2;
    case 'r':
        text += '\r';
        return 2;
    case 'f':
        text += '\f';
        return 2;
    case 'v':
        text += '\v';
        return 2;
    case 'a':
        text += '\a';
        return 2;
    case 'b':
        text += '\b';
        return 2;
    case '\n': // a line that goes on
        return 2;
    case '\\':
    case '\'':
    case '"':
        text += c;
        return 2;
    case 'x':
        appendCodePoint(text, readHex(source, at + 2, 2));
        return 4;
    case 'u':
        appendCodePoint(text, readHex(source, at + 2, 4));
        return 6;
    case 'U':
        appendCodePoint(text, readHex(source, at + 2, 8));
        return 10;
    default:
        text += '\\';
        return 1;
    }
}

} // namespace

std::size_t readStringLiteral(std::string_view source, std::size_t at, std::string& text)
{
    const std::size_t begin = at;
    const char quote = source[at++];
    while (at < source.size() && source[at] != quote) {
        if (source[at] == '\\' && at + 1 < source.size())
            at += readEscape(source, at, text);
        else
            text += source[at++];
    }
    if (at >= source.size())
        failSyntax(begin, "a text in quotes does not end");
    return at + 1;
}

} // namespace moru::jinja
