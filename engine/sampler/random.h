#pragma once

#include <array>
#include <cstdint>

namespace moru {

/// Pseudo-random numbers that depend on the seed alone, on every machine and standard library.
/// Source: xoshiro256** 1.0, its state filled by splitmix64 (Blackman and Vigna, arXiv:1805.01407).
class Random {
public:
    explicit Random(std::uint64_t seed);

    [[nodiscard]] std::uint64_t next();
    [[nodiscard]] double unit(); ///< Uniform in [0, 1), 53 bits.

private:
    std::array<std::uint64_t, 4> state_ {};
};

/// A seed from the operating system for requests that name none. At most 53 bits, so that a seed survives
/// JSON readers that keep numbers as doubles.
[[nodiscard]] std::uint64_t randomSeed();

} // namespace moru
