#pragma once

#include "engine/api/session.h"

#include <optional>
#include <span>
#include <vector>

namespace moru {

/// Adds up how far a model's logits are from a reference's, position by position.
class LogitsTally {
public:
    /// `next`: the id that follows in the text, where there is one; it counts for perplexity.
    /// Shapes: reference, model [vocabulary].
    void add(std::span<const float> reference, std::span<const float> model, std::optional<TokenId> next);

    /// Of at least one position.
    [[nodiscard]] LogitsComparison result() const;

private:
    std::vector<double> divergences_;
    double agreed_ = 0;
    double scored_ = 0;
    double referenceNll_ = 0;
    double modelNll_ = 0;
};

} // namespace moru
