#include "app/session/generation_queue.h"

#include <algorithm>

namespace moru {

GenerationId GenerationQueue::add(BuildRequest build)
{
    m_orders.push_back({ ++m_lastId, std::move(build) });
    return m_lastId;
}

std::optional<GenerationOrder> GenerationQueue::takeNext()
{
    if (m_orders.empty())
        return std::nullopt;
    GenerationOrder order = std::move(m_orders.front());
    m_orders.pop_front();
    return order;
}

bool GenerationQueue::remove(GenerationId id)
{
    return std::erase_if(m_orders, [id](const GenerationOrder& order) { return order.id == id; }) > 0;
}

std::optional<int> GenerationQueue::ordersBefore(GenerationId id) const
{
    const auto found = std::ranges::find(m_orders, id, &GenerationOrder::id);
    if (found == m_orders.end())
        return std::nullopt;
    return static_cast<int>(found - m_orders.begin());
}

} // namespace moru
