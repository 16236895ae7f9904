#include "engine/stop/end_tokens.h"

#include <algorithm>

namespace moru {

EndTokens::EndTokens(std::span<const TokenId> ids)
    : ids_(ids.begin(), ids.end())
{
    std::ranges::sort(ids_);
    const auto rest = std::ranges::unique(ids_);
    ids_.erase(rest.begin(), rest.end());
}

bool EndTokens::contains(TokenId id) const
{
    return std::ranges::binary_search(ids_, id);
}

} // namespace moru
