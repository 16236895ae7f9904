#include "engine/tokenizer/added_tokens.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/unicode_classes.h"

#include <algorithm>
#include <utility>

namespace moru {

namespace {

bool isWordCharacter(char32_t c)
{
    return c == U'_' || contains(UnicodeClass::Letter, c) || contains(UnicodeClass::Mark, c)
        || contains(UnicodeClass::Number, c);
}

bool touchesWord(std::string_view text, ByteRange range)
{
    return (range.begin > 0 && isWordCharacter(utf8::characterBefore(text, range.begin).codePoint))
        || (range.end < text.size() && isWordCharacter(utf8::characterAt(text, range.end).codePoint));
}

std::size_t withoutSpacesBefore(std::string_view text, std::size_t position, std::size_t floor)
{
    while (position > floor) {
        const utf8::Character character = utf8::characterBefore(text, position);
        if (!contains(UnicodeClass::Space, character.codePoint))
            break;
        position -= character.length;
    }
    return std::max(position, floor);
}

std::size_t withoutSpacesAfter(std::string_view text, std::size_t position)
{
    while (position < text.size()) {
        const utf8::Character character = utf8::characterAt(text, position);
        if (!contains(UnicodeClass::Space, character.codePoint))
            break;
        position += character.length;
    }
    return position;
}

} // namespace

bool isControlToken(const AddedToken& token)
{
    // Markers that some tokenizers declare as ordinary added tokens, so that decoding keeps them.
    static constexpr std::string_view kMarkers[]
        = { "<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", //
              "<|vision_start|>", "<|vision_end|>", "<|vision_pad|>", "<|image_pad|>", "<|video_pad|>", //
              "<start_of_image>", "<end_of_image>", "<image_soft_token>" };
    return token.special || std::ranges::find(kMarkers, token.spelling) != std::end(kMarkers);
}

AddedTokenMatcher::AddedTokenMatcher(std::vector<AddedToken> tokens)
    : tokens_(std::move(tokens))
{
    std::ranges::sort(tokens_, {}, &AddedToken::spelling);
    for (const AddedToken& token : tokens_)
        ++firstByByte_[static_cast<unsigned char>(token.spelling.front()) + std::size_t { 1 }];
    for (std::size_t byte = 0; byte < 256; ++byte)
        firstByByte_[byte + 1] += firstByByte_[byte];
}

std::optional<AddedTokenMatcher::Match> AddedTokenMatcher::next(
    std::string_view text, std::size_t from, const Accept& accept) const
{
    for (std::size_t position = from; position < text.size(); ++position) {
        const AddedToken* token = longestAt(text, position, accept);
        if (!token)
            continue;
        const ByteRange literal { position, position + token->spelling.size() };
        if (token->singleWord && touchesWord(text, literal)) {
            position = literal.end - 1; // part of a word: nothing inside it is a token either
            continue;
        }
        return Match { token, literal,
            { token->stripLeft ? withoutSpacesBefore(text, literal.begin, from) : literal.begin,
                token->stripRight ? withoutSpacesAfter(text, literal.end) : literal.end } };
    }
    return std::nullopt;
}

/// Narrows the neighbours that agree with the text byte by byte, remembering the last whole spelling.
const AddedToken* AddedTokenMatcher::longestAt(
    std::string_view text, std::size_t position, const Accept& accept) const
{
    const auto first = static_cast<unsigned char>(text[position]);
    auto begin = tokens_.begin() + firstByByte_[first];
    auto end = tokens_.begin() + firstByByte_[std::size_t { first } + 1];
    const AddedToken* longest = nullptr;
    for (std::size_t depth = 1; begin != end; ++depth) {
        if (begin->spelling.size() == depth) {
            if (accept(*begin, { position, position + depth }))
                longest = &*begin;
            ++begin;
        }
        if (position + depth == text.size())
            break;
        const auto byteAt
            = [depth](const AddedToken& token) { return static_cast<unsigned char>(token.spelling[depth]); };
        const auto same = std::ranges::equal_range(
            begin, end, static_cast<unsigned char>(text[position + depth]), {}, byteAt);
        begin = same.begin();
        end = same.end();
    }
    return longest;
}

} // namespace moru
