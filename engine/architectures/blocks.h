#pragma once

#include "engine/architectures/model_config.h"
#include "engine/graph/graph_builder.h"

namespace moru {

// Blocks that several families share to the letter. What differs between families stays in their files.

/// down( activation(gate · x) ⊙ (up · x) ), without norms or residual. Source: arXiv:2002.05202.
[[nodiscard]] Value gatedMlp(GraphBuilder& g, const ModelConfig& c, Value x, Activation activation);

/// Final norm, then the rows that logits are wanted for times the head's matrix.
/// A tied head is the embedding; any lm_head in the file is then ignored (models.md 7.2).
[[nodiscard]] Value outputHead(GraphBuilder& g, const ModelConfig& c, Value x, Norm norm);

/// "model.layers.7."
[[nodiscard]] std::string layerPrefix(const ModelConfig& c, int layer);

} // namespace moru
