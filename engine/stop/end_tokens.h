#pragma once

#include "engine/api/tokenizer.h"

#include <span>
#include <vector>

namespace moru {

/// The tokens that close an answer: first link of the stop chain.
class EndTokens {
public:
    explicit EndTokens(std::span<const TokenId> ids);

    [[nodiscard]] bool contains(TokenId id) const;

private:
    std::vector<TokenId> ids_; ///< Sorted, distinct.
};

} // namespace moru
