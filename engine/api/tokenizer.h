#pragma once

#include "engine/api/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

using TokenId = std::int32_t;

/// Bytes [begin, end) of a text.
struct ByteRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

struct EncodeOptions {
    /// Reads control tokens written out in the text ("<|im_end|>") as those tokens. Never for a person's
    /// text.
    bool readControlTokens = false;
    /// Adds what the tokenizer's post-processor adds, for instance "<bos>".
    bool addSpecialTokens = false;
};

/// Turns the tokens of one answer into text as they come. Shows whole characters only.
class StreamingDecoder {
public:
    virtual ~StreamingDecoder() = default;
    /// The text that became certain with this token; may be empty while a character is incomplete.
    [[nodiscard]] virtual std::string push(TokenId id) = 0;
    /// What was held back, at the end; incomplete bytes become U+FFFD.
    [[nodiscard]] virtual std::string finish() = 0;
};

/// Text to token ids and back, as the model's own tokenizer.json says. Immutable, so threads may share it.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    /// Text must be UTF-8; ill-formed bytes are read as U+FFFD.
    [[nodiscard]] virtual std::vector<TokenId> encode(std::string_view text, EncodeOptions options) const = 0;

    /// Encodes a rendered prompt: control tokens are read in it, except inside `untrusted` (sorted,
    /// disjoint): there a literal control token is encoded as ordinary text, and so is the text on either
    /// side of it.
    [[nodiscard]] virtual std::vector<TokenId> encodeRendered(
        std::string_view text, std::span<const ByteRange> untrusted) const
        = 0;

    /// Ids without an entry (padding rows of the vocabulary) decode to nothing.
    [[nodiscard]] virtual std::string decode(std::span<const TokenId> ids, bool skipSpecial) const = 0;
    [[nodiscard]] virtual std::unique_ptr<StreamingDecoder> streamingDecoder(bool skipSpecial) const = 0;

    /// One past the largest id that has an entry. The model's vocabulary may have more rows (padding).
    [[nodiscard]] virtual int tokenCount() const = 0;
    /// The entry's own spelling; empty for an id without one.
    [[nodiscard]] virtual std::string_view tokenText(TokenId id) const = 0;
    [[nodiscard]] virtual std::optional<TokenId> tokenId(std::string_view spelling) const = 0;
    /// Declared `special`: left out when decoding with skipSpecial.
    [[nodiscard]] virtual bool isSpecial(TokenId id) const = 0;
    /// Special, or one of the thinking, tool and vision markers.
    [[nodiscard]] virtual bool isControl(TokenId id) const = 0;
    /// What `addSpecialTokens` puts in front; empty for families without a start token.
    [[nodiscard]] virtual std::span<const TokenId> prefix() const = 0;
};

/// Reads tokenizer.json and tokenizer_config.json of a model folder. Nothing else is needed.
/// Errors: MissingTokenizer, InvalidJson, InvalidTokenizer, UnsupportedTokenizer (the kind is named).
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const std::filesystem::path& folder);

} // namespace moru
