#pragma once

#include "engine/api/session.h"
#include "engine/core/thread_pool.h"
#include "engine/session/loaded_model.h"

#include <stop_token>

namespace moru {

/// Runs a forward pass on a sequence of its own and keeps what was asked for.
[[nodiscard]] Result<ForwardResult> runForward(const LoadedModelImplementation& model, ThreadPool& pool,
    const ForwardRequest& request, const std::stop_token& stop);

} // namespace moru
