#pragma once

#include "engine/api/error.h"
#include "engine/api/tokenizer.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace moru {

/// The content of a tokenizer.json that is to be written.
struct TokenizerFile {
    struct AddedToken {
        TokenId id = 0;
        std::string content;
        bool isSpecial = false;
    };
    struct Entry {
        TokenId id = 0;
        std::string_view text;
    };
    struct Merge {
        std::string_view left;
        std::string_view right;
    };

    std::vector<AddedToken> addedTokens;
    nlohmann::ordered_json normalizer, preTokenizer, postProcessor, decoder; ///< Null where there is none.
    nlohmann::ordered_json model; ///< Everything of "model" but vocabulary and merges.
    std::vector<Entry> vocabulary; ///< In the order in which it is written.
    std::vector<Merge> merges; ///< The first has the best rank.
    bool mergesAreText = false; ///< Written as "a b" instead of ["a", "b"]; needs parts without spaces.
};

/// An entry of "added_tokens", and of "added_tokens_decoder" in tokenizer_config.json where the id is the
/// key.
[[nodiscard]] nlohmann::ordered_json addedTokenFields(const TokenizerFile::AddedToken& token);

/// Writes piece by piece, so that half a million merges never stand in memory as JSON.
/// Errors: those of StagedFile.
[[nodiscard]] Result<void> writeTokenizerFile(
    const TokenizerFile& tokenizer, const std::filesystem::path& path);

/// Writes a small JSON file with two spaces of indentation. Errors: those of StagedFile.
[[nodiscard]] Result<void> writeJsonFile(
    const nlohmann::ordered_json& value, const std::filesystem::path& path);

} // namespace moru
