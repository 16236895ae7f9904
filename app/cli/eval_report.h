#pragma once

#include "app/cli/json_model.h"
#include "app/cli/perplexity.h"
#include "engine/api/session.h"

#include <optional>
#include <string>

namespace moru::cli {

/// As a prompt enters, then as an answer does. Unset for exact, which has nothing to be compared with.
using Damage = std::optional<ModelDamage>;

/// What `eval` says of one model and one text. Everything given must outlive it.
struct EvalReport {
    const Perplexity& perplexity;
    const Damage& damage;
    const LoadedModel& model;
    std::optional<std::string> calibrationFile = std::nullopt; ///< As it was named.

    [[nodiscard]] std::string text() const;
    [[nodiscard]] Json json() const;
};

/// How much of a layer's error is its own: the growth of the squared error over the layer before it, by
/// layer, 0 where it shrinks. Errors: as in ModelDamage.
[[nodiscard]] std::vector<double> errorsAdded(const std::vector<double>& layerErrors);

} // namespace moru::cli
