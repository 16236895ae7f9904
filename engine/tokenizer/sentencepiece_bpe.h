#pragma once

#include "engine/tokenizer/bpe_model.h"
#include "engine/tokenizer/merge_table.h"
#include "engine/tokenizer/vocabulary.h"

#include <array>
#include <optional>

namespace moru {

/// The byte that a token such as "<0x0A>" stands for.
[[nodiscard]] std::optional<unsigned char> byteOfFallbackToken(std::string_view spelling);

struct SentencePieceOptions {
    std::optional<TokenId> unknown; ///< For characters that nothing can write.
    bool fuseUnknown = false; ///< A run of such characters is one unknown token.
    bool byteFallback
        = false; ///< A character without an entry becomes its bytes' tokens, if all of them exist.
};

/// Byte pair encoding over characters with bytes as a last resort (Gemma).
class SentencePieceBpe final : public BpeModel {
public:
    /// Both tables must outlive the model.
    SentencePieceBpe(const Vocabulary& vocabulary, const MergeTable& merges,
        const SentencePieceOptions& options, bool ignoreMerges);

    void encode(std::string_view piece, MergeLoop& loop, std::vector<TokenId>& output) const override;

private:
    [[nodiscard]] bool addBytes(std::string_view character, MergeLoop& loop) const;

    const Vocabulary& vocabulary_;
    const MergeTable& merges_;
    SentencePieceOptions options_;
    std::array<std::optional<TokenId>, 256> byteTokens_;
    bool ignoreMerges_;
};

} // namespace moru
