#pragma once

#include "engine/api/tokenizer.h"

#include <string>

namespace moru {

/// Joins the bytes of byte-level tokens and shows whole characters: what may still become a character is held
/// back, ill-formed bytes become U+FFFD as soon as nothing can complete them.
class Utf8Joiner {
public:
    [[nodiscard]] std::string push(std::string_view bytes);
    [[nodiscard]] std::string finish();

private:
    std::string held_; // at most 3 bytes
};

/// Joins SentencePiece tokens: byte tokens are held until their run is well-formed; when something else comes
/// first, each held byte becomes U+FFFD.
class ByteFallbackJoiner {
public:
    [[nodiscard]] std::string pushByte(unsigned char byte);
    [[nodiscard]] std::string pushText(std::string_view text);
    [[nodiscard]] std::string finish();

private:
    std::string held_;
};

} // namespace moru
