#pragma once

#include "app/types/engine_state.h"
#include "app/types/identifiers.h"
#include "engine/api/generation.h"

#include <deque>
#include <functional>
#include <optional>

namespace moru {

/// Makes the request for the model that answers. An error ends the order before it begins.
using BuildRequest = std::function<Result<GenerationRequest>(const LoadedModelInfo&)>;

/// One generation that someone wants. The request is built when its turn comes, because only then it is
/// certain which model answers.
struct GenerationOrder {
    GenerationId id = 0;
    BuildRequest build;
};

/// The orders that wait for the engine, first come, first served.
class GenerationQueue {
public:
    [[nodiscard]] GenerationId add(BuildRequest build);
    [[nodiscard]] std::optional<GenerationOrder> takeNext();
    /// False when it is not in the queue (it runs, has ended, or never was).
    bool remove(GenerationId id);
    /// Orders in front of this one; unset when it is not in the queue.
    [[nodiscard]] std::optional<int> ordersBefore(GenerationId id) const;

private:
    std::deque<GenerationOrder> m_orders;
    GenerationId m_lastId = 0;
};

} // namespace moru
