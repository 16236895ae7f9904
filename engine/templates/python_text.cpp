#include "engine/templates/python_text.h"

#include "engine/core/utf8.h"

namespace moru {

bool isPythonSpace(char32_t c)
{
    return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680
        || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F
        || c == 0x3000;
}

std::string_view stripLeft(std::string_view text)
{
    while (!text.empty()) {
        const utf8::Character first = utf8::characterAt(text, 0);
        if (first.form != utf8::Form::Whole || !isPythonSpace(first.codePoint))
            break;
        text.remove_prefix(first.length);
    }
    return text;
}

std::string_view stripRight(std::string_view text)
{
    while (!text.empty()) {
        const utf8::Character last = utf8::characterBefore(text, text.size());
        if (last.form != utf8::Form::Whole || !isPythonSpace(last.codePoint))
            break;
        text.remove_suffix(last.length);
    }
    return text;
}

std::string_view strip(std::string_view text)
{
    return stripRight(stripLeft(text));
}

std::string_view stripAnyLeft(std::string_view text, std::string_view characters)
{
    const std::size_t begin = text.find_first_not_of(characters);
    return begin == std::string_view::npos ? text.substr(text.size()) : text.substr(begin);
}

std::string_view stripAnyRight(std::string_view text, std::string_view characters)
{
    const std::size_t last = text.find_last_not_of(characters);
    return last == std::string_view::npos ? text.substr(0, 0) : text.substr(0, last + 1);
}

std::string_view stripAny(std::string_view text, std::string_view characters)
{
    return stripAnyRight(stripAnyLeft(text, characters), characters);
}

std::string_view beforeFirst(std::string_view text, std::string_view separator)
{
    return text.substr(0, text.find(separator));
}

std::string_view afterLast(std::string_view text, std::string_view separator)
{
    const std::size_t at = text.rfind(separator);
    return at == std::string_view::npos ? text : text.substr(at + separator.size());
}

} // namespace moru
