#include "engine/stop/end_tokens.h"

#include <algorithm>

namespace moru {

EndTokens::EndTokens(std::span<const TokenId> ids)
    : m_ids(ids.begin(), ids.end())
{
    std::ranges::sort(m_ids);
    const auto rest = std::ranges::unique(m_ids);
    m_ids.erase(rest.begin(), rest.end());
}

bool EndTokens::contains(TokenId id) const
{
    return std::ranges::binary_search(m_ids, id);
}

} // namespace moru
