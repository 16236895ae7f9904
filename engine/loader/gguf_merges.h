#pragma once

#include "engine/loader/tokenizer_file.h"

#include <span>
#include <string_view>
#include <vector>

namespace moru {

/// The merges that a SentencePiece vocabulary implies: every split of a token into two tokens is one. Their
/// order is that of the release's tokenizer.json: first the runs of line feeds, "▁" and tabs, by left length
/// descending, then right length descending, then id; then the rest by score descending, then id, and within
/// one token the longest left part first. Shapes: texts, scores, takesPart [tokens]; tokens that do not take
/// part neither have merges nor serve in them.
[[nodiscard]] std::vector<TokenizerFile::Merge> mergesOfScores(std::span<const std::string_view> texts,
    std::span<const double> scores, const std::vector<bool>& takesPart);

} // namespace moru
