#include "engine/tokenizer/byte_alphabet.h"

#include "engine/core/utf8.h"

#include <array>
#include <cstddef>

namespace moru {

namespace {

bool standsForItself(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

struct Alphabet {
    std::array<std::string, 256> letters;
    std::array<int, 256 + 68> bytes; // by code point; 68 bytes do not stand for themselves

    Alphabet()
    {
        bytes.fill(-1);
        char32_t next = 0x100;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const char32_t codePoint = standsForItself(byte) ? byte : next++;
            utf8::append(letters[byte], codePoint);
            bytes[codePoint] = static_cast<int>(byte);
        }
    }
};

const Alphabet& alphabet()
{
    static const Alphabet instance;
    return instance;
}

} // namespace

std::string_view letterOfByte(unsigned char byte)
{
    return alphabet().letters[byte];
}

std::optional<unsigned char> byteOfLetter(char32_t codePoint)
{
    const auto& bytes = alphabet().bytes;
    if (codePoint >= bytes.size() || bytes[codePoint] < 0)
        return std::nullopt;
    return static_cast<unsigned char>(bytes[codePoint]);
}

std::string bytesOfSpelling(std::string_view spelling)
{
    std::string bytes;
    bytes.reserve(spelling.size());
    for (std::size_t position = 0; position < spelling.size();) {
        const utf8::Character character = utf8::characterAt(spelling, position);
        const auto byte = byteOfLetter(character.codePoint);
        if (!byte)
            return std::string(spelling);
        bytes += static_cast<char>(*byte);
        position += character.length;
    }
    return bytes;
}

} // namespace moru
