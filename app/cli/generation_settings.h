#pragma once

#include "app/cli/arguments.h"
#include "engine/api/generation.h"
#include "engine/api/model.h"

namespace moru::cli {

/// Fills sampling, stop rules, seed and thinking budget of a request: the model's own settings first, then
/// what the command line says. Without --seed a new one is chosen, short enough to be typed again.
void applySettings(const Arguments& arguments, const ModelDescription& model, GenerationRequest& request);

} // namespace moru::cli
