#pragma once

#include "engine/api/sampling.h"

namespace moru {

/// The sampling values that a model's folder names, completed by defaults: what "from model" shows.
struct ModelSamplingDefaults {
    SamplingOptions sampling;
    bool isFromModel = false; ///< generation_config.json named sampling values.
};

} // namespace moru
