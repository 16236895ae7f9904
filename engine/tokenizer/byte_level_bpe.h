#pragma once

#include "engine/tokenizer/bpe_model.h"
#include "engine/tokenizer/merge_table.h"
#include "engine/tokenizer/vocabulary.h"

#include <array>
#include <optional>

namespace moru {

/// Byte pair encoding over bytes (Llama 3, Qwen, SmolLM2): each byte starts as the token of its letter.
class ByteLevelBpe final : public BpeModel {
public:
    /// `ignoreMerges`: a piece that is itself an entry is that token, whatever the merges would give.
    /// Both tables must outlive the model.
    ByteLevelBpe(const Vocabulary& vocabulary, const MergeTable& merges, std::optional<TokenId> unknown,
        bool ignoreMerges);

    void encode(std::string_view piece, MergeLoop& loop, std::vector<TokenId>& output) const override;

private:
    [[nodiscard]] std::optional<TokenId> wholePiece(std::string_view piece) const;

    const Vocabulary& vocabulary_;
    const MergeTable& merges_;
    std::array<std::optional<TokenId>, 256> byteTokens_;
    bool ignoreMerges_;
};

} // namespace moru
