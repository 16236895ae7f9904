#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace moru {

/// The printable character (UTF-8) that stands for a byte in byte-level vocabularies: itself where it is
/// printable Latin-1, otherwise one from U+0100 on, in order. Source: GPT-2's vocabulary (Radford 2019).
[[nodiscard]] std::string_view letterOfByte(unsigned char byte);

/// The inverse; empty for characters outside the alphabet.
[[nodiscard]] std::optional<unsigned char> byteOfLetter(char32_t codePoint);

/// The bytes that a spelling stands for, or the spelling itself when a character of it is outside the
/// alphabet, as in added tokens.
[[nodiscard]] std::string bytesOfSpelling(std::string_view spelling);

} // namespace moru
