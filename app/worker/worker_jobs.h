#pragma once

#include "app/types/engine_state.h"
#include "app/types/identifiers.h"
#include "engine/api/generation.h"
#include "engine/api/machine.h"

#include <QMetaType>

#include <memory>
#include <optional>
#include <stop_token>

namespace moru {

/// Numbers the loads, so that the report of one that was overtaken is known as such.
using LoadId = quint64;

/// What the worker is asked to do. Stopping does not go through its queue: the token is polled while it
/// works.
struct LoadJob {
    LoadId id = 0;
    LoadModelRequest request;
    std::stop_token stop;
};

struct GenerationJob {
    GenerationId id = 0;
    GenerationRequest request;
    std::stop_token stop;
};

/// What the worker reports of a load. Exactly one of model and error is set.
struct LoadOutcome {
    LoadId id = 0;
    std::shared_ptr<const LoadedModelInfo> model;
    std::optional<Error> error;
};

struct LoadAdvance {
    LoadId id = 0;
    LoadProgress progress;
};

struct MachineFacts {
    std::optional<MachineDescription> description;
    std::optional<Error> error;
    double readBandwidth = 0; ///< Bytes per second; 0 when it was not probed.
};

} // namespace moru

Q_DECLARE_METATYPE(moru::LoadJob)
Q_DECLARE_METATYPE(moru::GenerationJob)
Q_DECLARE_METATYPE(moru::LoadOutcome)
Q_DECLARE_METATYPE(moru::LoadAdvance)
Q_DECLARE_METATYPE(moru::MachineFacts)
