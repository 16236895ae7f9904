#pragma once

#include "engine/api/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace moru {

/// One step of a compiled program, for people and scripts that want to see what a model does.
struct OperationDescription {
    int index = 0; ///< In the whole program, whatever part of it was asked for.
    std::string name; ///< "qkv_projection", as in the printed program.
    int layer = -1; ///< −1 outside the layers.
    OperationRole role = OperationRole::Mlp;
    std::string kernel; ///< What computes it: "matmul_int8", "rms_norm" …
    /// Where operands lie, as in the printed program: the arena (b: of the tokens, h: of the rows that logits
    /// are wanted for; ' where each worker has a copy in decode), the first column, and in brackets the width in
    /// floats.
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::int64_t bytesRead = 0; ///< Weights and cache for one token at position 0.
    std::int64_t operations = 0; ///< Multiplications and additions counted apart, for the same token.
};

} // namespace moru
