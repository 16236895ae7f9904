#include "engine/tokenizer/added_tokens_json.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/json_members.h"

#include <charconv>
#include <unordered_set>
#include <utility>

namespace moru {

using nlohmann::json;

namespace {

constexpr std::string_view kWhere = "added_tokens";

Result<AddedToken> readToken(const json& entry, std::int64_t id)
{
    auto spelling = text(entry, "content");
    const auto special = boolean(entry, "special", false);
    const auto normalized = boolean(entry, "normalized", false);
    const auto singleWord = boolean(entry, "single_word", false);
    const auto stripLeft = boolean(entry, "lstrip", false);
    const auto stripRight = boolean(entry, "rstrip", false);
    for (const auto* flag : { &special, &normalized, &singleWord, &stripLeft, &stripRight })
        if (!*flag)
            return std::unexpected(flag->error());
    if (!spelling)
        return std::unexpected(spelling.error());
    if (id < 0 || id >= Vocabulary::kMaxTokens)
        return failure(ErrorCode::InvalidTokenizer, std::string(kWhere), "id {} of \"{}\" is outside 0…{}",
            id, *spelling, Vocabulary::kMaxTokens - 1);
    if (spelling->empty() || spelling->size() > AddedTokenMatcher::kMaxSpellingBytes)
        return failure(ErrorCode::InvalidTokenizer, std::string(kWhere),
            "the token with id {} has {} bytes, allowed are 1 to {}", id, spelling->size(),
            AddedTokenMatcher::kMaxSpellingBytes);
    return AddedToken { static_cast<TokenId>(id), std::move(*spelling), *special, *normalized, *singleWord,
        *stripLeft, *stripRight };
}

class Collector {
public:
    explicit Collector(TokenizerDescription& description)
        : description_(description)
    {
    }

    Result<void> add(const json& entry, std::int64_t id, bool mayRepeat)
    {
        auto token = readToken(entry, id);
        if (!token)
            return std::unexpected(std::move(token.error()));
        Vocabulary& vocabulary = description_.vocabulary;
        const bool known = vocabulary.has(token->id) && vocabulary.spelling(token->id) == token->spelling;
        if (!known)
            if (auto added = vocabulary.add(id, token->spelling); !added)
                return failure(added.error().code, std::string(kWhere), "{}", added.error().message);
        if (seen_.insert(token->id).second)
            description_.addedTokens.push_back(std::move(*token));
        else if (!mayRepeat)
            return failure(ErrorCode::InvalidTokenizer, std::string(kWhere), "id {} is declared twice", id);
        return {};
    }

private:
    TokenizerDescription& description_;
    std::unordered_set<TokenId> seen_;
};

} // namespace

Result<void> readAddedTokens(const json& tokenizer, const json& config, TokenizerDescription& description)
{
    Collector collector(description);
    if (const json* const list = member(tokenizer, "added_tokens")) {
        if (!list->is_array())
            return failure(ErrorCode::InvalidTokenizer, std::string(kWhere), "is not a list");
        for (const json& entry : *list) {
            const auto id = wholeNumber(entry, "id");
            if (!id)
                return std::unexpected(id.error());
            if (auto added = collector.add(entry, *id, false); !added)
                return added;
        }
    }
    if (const json* const declared = member(config, "added_tokens_decoder")) {
        if (!declared->is_object())
            return failure(ErrorCode::InvalidTokenizer, "added_tokens_decoder", "is not an object");
        for (const auto& [key, entry] : declared->items()) {
            std::int64_t id = -1;
            const auto [stop, error] = std::from_chars(key.data(), key.data() + key.size(), id);
            if (error != std::errc {} || stop != key.data() + key.size())
                return failure(
                    ErrorCode::InvalidTokenizer, "added_tokens_decoder", "\"{}\" is not an id", key);
            if (auto added = collector.add(entry, id, true); !added)
                return added;
        }
    }
    return {};
}

} // namespace moru
