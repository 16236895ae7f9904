#include "engine/api/tokenizer.h"

#include "engine/tokenizer/text_decoder.h"
#include "engine/tokenizer/text_encoder.h"
#include "engine/tokenizer/tokenizer_json.h"

#include <utility>

namespace moru {

namespace {

class ModelTokenizer final : public Tokenizer {
public:
    explicit ModelTokenizer(TokenizerDescription description)
        : description_(std::move(description))
        , special_(static_cast<std::size_t>(description_.vocabulary.size()))
        , control_(special_.size())
        , encoder_(description_)
        , decoder_(description_, special_)
    {
        for (const AddedToken& token : description_.addedTokens) {
            special_[static_cast<std::size_t>(token.id)] = token.special;
            control_[static_cast<std::size_t>(token.id)] = isControlToken(token);
        }
    }
    // The parts refer to each other.
    ModelTokenizer(const ModelTokenizer&) = delete;
    ModelTokenizer& operator=(const ModelTokenizer&) = delete;

    std::vector<TokenId> encode(std::string_view text, EncodeOptions options) const override
    {
        const ByteRange whole { 0, text.size() };
        const auto untrusted
            = options.readControlTokens ? std::span<const ByteRange>() : std::span(&whole, 1);
        std::vector<TokenId> ids;
        if (options.addSpecialTokens)
            ids = description_.prefix;
        encoder_.encode(text, untrusted, ids);
        if (options.addSpecialTokens)
            ids.insert(ids.end(), description_.suffix.begin(), description_.suffix.end());
        return ids;
    }

    std::vector<TokenId> encodeRendered(
        std::string_view text, std::span<const ByteRange> untrusted) const override
    {
        std::vector<TokenId> ids;
        encoder_.encode(text, untrusted, ids);
        return ids;
    }

    std::string decode(std::span<const TokenId> ids, bool skipSpecial) const override
    {
        return decoder_.decode(ids, skipSpecial);
    }
    std::unique_ptr<StreamingDecoder> streamingDecoder(bool skipSpecial) const override
    {
        return decoder_.stream(skipSpecial);
    }

    int tokenCount() const override { return description_.vocabulary.size(); }
    std::string_view tokenText(TokenId id) const override { return description_.vocabulary.spelling(id); }
    std::optional<TokenId> tokenId(std::string_view spelling) const override
    {
        return description_.vocabulary.find(spelling);
    }
    bool isSpecial(TokenId id) const override { return marked(special_, id); }
    bool isControl(TokenId id) const override { return marked(control_, id); }
    std::span<const TokenId> prefix() const override { return description_.prefix; }

private:
    static bool marked(const std::vector<bool>& marks, TokenId id)
    {
        return id >= 0 && static_cast<std::size_t>(id) < marks.size() && marks[static_cast<std::size_t>(id)];
    }

    TokenizerDescription description_;
    std::vector<bool> special_;
    std::vector<bool> control_;
    TextEncoder encoder_;
    TextDecoder decoder_;
};

} // namespace

Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const std::filesystem::path& folder)
{
    auto description = readTokenizerDescription(folder);
    if (!description)
        return std::unexpected(std::move(description.error()));
    return std::make_shared<const ModelTokenizer>(std::move(*description));
}

} // namespace moru
