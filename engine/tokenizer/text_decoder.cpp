#include "engine/tokenizer/text_decoder.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/byte_alphabet.h"
#include "engine/tokenizer/sentencepiece_bpe.h"
#include "engine/tokenizer/streaming_decoder.h"

namespace moru {

namespace {

/// A SentencePiece token's text: its space marks become spaces.
std::string textOfSpelling(std::string_view spelling)
{
    static const Normalizer spaces({ ReplaceStep { "▁", " " } });
    return spaces.apply(spelling);
}

class ByteLevelStream final : public StreamingDecoder {
public:
    ByteLevelStream(const TextDecoder& decoder, bool skipSpecial)
        : decoder_(decoder)
        , skipSpecial_(skipSpecial)
    {
    }
    std::string push(TokenId id) override
    {
        if (decoder_.isSilent(id, skipSpecial_))
            return {};
        return joiner_.push(bytesOfSpelling(decoder_.description().vocabulary.spelling(id)));
    }
    std::string finish() override { return joiner_.finish(); }

private:
    const TextDecoder& decoder_;
    bool skipSpecial_;
    Utf8Joiner joiner_;
};

class SentencePieceStream final : public StreamingDecoder {
public:
    SentencePieceStream(const TextDecoder& decoder, bool skipSpecial)
        : decoder_(decoder)
        , skipSpecial_(skipSpecial)
    {
    }
    std::string push(TokenId id) override
    {
        if (decoder_.isSilent(id, skipSpecial_))
            return {};
        const std::string_view spelling = decoder_.description().vocabulary.spelling(id);
        if (const auto byte = byteOfFallbackToken(spelling))
            return joiner_.pushByte(*byte);
        return joiner_.pushText(textOfSpelling(spelling));
    }
    std::string finish() override { return joiner_.finish(); }

private:
    const TextDecoder& decoder_;
    bool skipSpecial_;
    ByteFallbackJoiner joiner_;
};

/// A run of byte tokens is judged as a whole: one bad byte spoils it.
std::string textOfByteRun(const std::string& bytes)
{
    if (utf8::isWellFormed(bytes))
        return bytes;
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        text += utf8::kReplacement;
    return text;
}

} // namespace

TextDecoder::TextDecoder(const TokenizerDescription& description, const std::vector<bool>& special)
    : description_(description)
    , special_(special)
{
}

std::string TextDecoder::decode(std::span<const TokenId> ids, bool skipSpecial) const
{
    std::string text;
    std::string bytes;
    for (const TokenId id : ids) {
        if (isSilent(id, skipSpecial))
            continue;
        const std::string_view spelling = description_.vocabulary.spelling(id);
        if (description_.kind == TokenizerKind::ByteLevel) {
            bytes += bytesOfSpelling(spelling);
        } else if (const auto byte = byteOfFallbackToken(spelling)) {
            bytes += static_cast<char>(*byte);
        } else {
            text += textOfByteRun(bytes);
            bytes.clear();
            text += textOfSpelling(spelling);
        }
    }
    if (description_.kind == TokenizerKind::ByteLevel)
        return utf8::withReplacements(bytes);
    return text += textOfByteRun(bytes);
}

std::unique_ptr<StreamingDecoder> TextDecoder::stream(bool skipSpecial) const
{
    if (description_.kind == TokenizerKind::ByteLevel)
        return std::make_unique<ByteLevelStream>(*this, skipSpecial);
    return std::make_unique<SentencePieceStream>(*this, skipSpecial);
}

bool TextDecoder::isSilent(TokenId id, bool skipSpecial) const
{
    return !description_.vocabulary.has(id) || (skipSpecial && special_[static_cast<std::size_t>(id)]);
}

} // namespace moru
