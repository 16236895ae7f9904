#pragma once

#include "engine/tokenizer/merge_loop.h"

#include <string_view>
#include <vector>

namespace moru {

/// Turns one piece of normalized, pre-split text into ids. Immutable; the work space belongs to the caller.
class BpeModel {
public:
    virtual ~BpeModel() = default;
    /// Appends the ids of a well-formed UTF-8 piece.
    virtual void encode(std::string_view piece, MergeLoop& loop, std::vector<TokenId>& output) const = 0;
};

} // namespace moru
