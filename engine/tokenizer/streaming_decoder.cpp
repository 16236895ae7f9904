#include "engine/tokenizer/streaming_decoder.h"

#include "engine/core/utf8.h"

#include <utility>

namespace moru {

std::string Utf8Joiner::push(std::string_view bytes)
{
    held_ += bytes;
    std::string shown;
    std::size_t position = 0;
    while (position < held_.size()) {
        const utf8::Character character = utf8::characterAt(held_, position);
        if (character.form == utf8::Form::Incomplete)
            break;
        if (character.form == utf8::Form::Whole)
            shown.append(held_, position, character.length);
        else
            shown += utf8::kReplacement;
        position += character.length;
    }
    held_.erase(0, position);
    return shown;
}

std::string Utf8Joiner::finish()
{
    return utf8::withReplacements(std::exchange(held_, {}));
}

std::string ByteFallbackJoiner::pushByte(unsigned char byte)
{
    held_ += static_cast<char>(byte);
    // A well-formed run is shown at once, so what is held can only become well-formed as a single character;
    // a longer run is spoilt and waits for its end.
    if (held_.size() <= 4 && utf8::isWellFormed(held_))
        return std::exchange(held_, {});
    return {};
}

std::string ByteFallbackJoiner::pushText(std::string_view text)
{
    return finish().append(text);
}

std::string ByteFallbackJoiner::finish()
{
    std::string shown;
    for (std::size_t i = 0; i < held_.size(); ++i)
        shown += utf8::kReplacement;
    held_.clear();
    return shown;
}

} // namespace moru
