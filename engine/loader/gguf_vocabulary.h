#pragma once

#include "engine/api/error.h"
#include "engine/api/tokenizer.h"
#include "engine/loader/gguf_reader.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// The tokenizer entries of a GGUF file, checked against each other.
struct GgufVocabulary {
    std::string model; ///< "gpt2" (byte-level) or "llama" (SentencePiece)
    std::string preTokenizer; ///< The split's name: "smollm", "qwen2" …
    std::vector<std::string_view> texts;
    std::span<const double> scores; ///< Empty for byte-level vocabularies.
    std::span<const double> kinds; ///< One for each text.
    std::optional<TokenId> bos, eos, padding, unknown; ///< Inside the vocabulary.
    std::string chatTemplate; ///< Empty for a base model.

    [[nodiscard]] bool isNormal(std::size_t id) const { return kinds[id] == 1; }
    [[nodiscard]] bool isControl(std::size_t id) const { return kinds[id] == 3; }
    [[nodiscard]] bool isUserDefined(std::size_t id) const { return kinds[id] == 4; }
    [[nodiscard]] bool isUnused(std::size_t id) const { return kinds[id] == 5; }
};

/// Errors: MissingTokenizer, InvalidTokenizer, InvalidConfig.
[[nodiscard]] Result<GgufVocabulary> readVocabulary(const GgufFile& file);

/// The text with "▁" for every space.
[[nodiscard]] std::string withMetaSpaces(std::string_view text);

} // namespace moru
