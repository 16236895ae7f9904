#pragma once

#include <cmath>

namespace moru {

/// What quantising some weights costs, each column counted as much as it weighs.
struct QuantisationError {
    double squaredError = 0; ///< Σ importance · (weight − what is stored)²
    double energy = 0; ///< Σ importance · weight²

    QuantisationError& operator+=(const QuantisationError& other)
    {
        squaredError += other.squaredError;
        energy += other.energy;
        return *this;
    }
    /// √(squared error / energy); 0 for weights that are all zero, NaN where a weight is.
    [[nodiscard]] double relative() const { return energy == 0 ? 0 : std::sqrt(squaredError / energy); }
};

} // namespace moru
