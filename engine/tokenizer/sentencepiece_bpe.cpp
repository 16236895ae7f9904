#include "engine/tokenizer/sentencepiece_bpe.h"

#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace moru {

std::optional<unsigned char> byteOfFallbackToken(std::string_view spelling)
{
    if (spelling.size() != 6 || !spelling.starts_with("<0x") || spelling.back() != '>')
        return std::nullopt;
    unsigned char value = 0;
    const char* const end = spelling.data() + 5;
    const auto [stop, error] = std::from_chars(spelling.data() + 3, end, value, 16);
    return error == std::errc {} && stop == end ? std::optional(value) : std::nullopt;
}

SentencePieceBpe::SentencePieceBpe(const Vocabulary& vocabulary, const MergeTable& merges,
    const SentencePieceOptions& options, bool ignoreMerges)
    : vocabulary_(vocabulary)
    , merges_(merges)
    , options_(options)
    , ignoreMerges_(ignoreMerges)
{
    if (options.byteFallback)
        for (unsigned byte = 0; byte < 256; ++byte)
            byteTokens_[byte] = vocabulary.find(fmt::format("<0x{:02X}>", byte));
}

void SentencePieceBpe::encode(std::string_view piece, MergeLoop& loop, std::vector<TokenId>& output) const
{
    if (ignoreMerges_) {
        if (const auto id = vocabulary_.find(piece)) {
            output.push_back(*id);
            return;
        }
    }
    bool afterUnknown = false;
    for (std::size_t position = 0; position < piece.size();) {
        const std::string_view character = piece.substr(position, utf8::characterAt(piece, position).length);
        position += character.size();
        if (const auto id = vocabulary_.find(character)) {
            loop.add(*id);
            afterUnknown = false;
        } else if (addBytes(character, loop)) {
            afterUnknown = false;
        } else if (options_.unknown) {
            if (!afterUnknown || !options_.fuseUnknown)
                loop.add(*options_.unknown);
            afterUnknown = true;
        }
    }
    loop.run(merges_, output);
}

bool SentencePieceBpe::addBytes(std::string_view character, MergeLoop& loop) const
{
    const auto token = [this](char byte) { return byteTokens_[static_cast<unsigned char>(byte)]; };
    if (!std::ranges::all_of(character, [&](char byte) { return token(byte).has_value(); }))
        return false;
    for (const char byte : character)
        loop.add(*token(byte));
    return true;
}

} // namespace moru
