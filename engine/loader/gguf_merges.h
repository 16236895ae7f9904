#pragma once

#include "engine/loader/tokenizer_file.h"

#include <span>
#include <string_view>
#include <vector>

namespace moru {

/// The merges that a SentencePiece vocabulary implies: every split of a token into two tokens is one. Their
/// order is that of the release's tokenizer.json: the token's score descending, then left length, then right
/// length descending, then id. User-defined tokens (runs of line feeds, "▁", tabs) count with score 0 as
/// SentencePiece has it, so they come first, among them the best ordinary token, whose score is 0, too.
/// Shapes: texts, scores, takesPart [tokens]; tokens that do not take part neither have merges nor serve in
/// them.
[[nodiscard]] std::vector<TokenizerFile::Merge> mergesOfScores(std::span<const std::string_view> texts,
    std::span<const double> scores, const std::vector<bool>& takesPart);

} // namespace moru
