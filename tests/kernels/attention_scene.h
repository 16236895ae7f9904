#pragma once

#include "tests/kernels/kernel_inputs.h"

#include <cstdint>
#include <vector>

namespace moru::test {

inline constexpr KvFormat kKvFormats[] = { KvFormat::Float32, KvFormat::Bfloat16, KvFormat::Int8 };

/// Memory of some blocks of one head, full of bytes that are no numbers.
class CacheMemory {
public:
    CacheMemory() = default;
    CacheMemory(KvFormat format, std::int64_t headDim, std::int64_t blockCount);
    [[nodiscard]] KvHead head() const;

private:
    mutable std::vector<std::byte> memory_; ///< 64 bytes more than the blocks, for their alignment.
    std::int64_t blockCount_ = 0;
    KvBlockLayout layout_;
    std::int64_t blockStride_ = 0;
};

/// A cache filled with random keys and values, queries, and what each token sees.
struct AttentionScene {
    std::int64_t tokens = 1;
    std::int64_t group = 1;
    std::int64_t headDim = 64;
    KvFormat format = KvFormat::Float32;
    std::int64_t spareBlocks = 0; ///< More than what is visible needs.
    float softcap = 0;
    float size = 1; ///< Of keys and queries.
    std::vector<kernels::VisibleRange> visible {};
    std::vector<float> query {};
    CacheMemory cache {};

    void causal(std::int64_t firstPosition, std::int64_t window = std::int64_t { 1 } << 40);
    /// Makes queries, and writes keys and values of the visible positions with the scalar kernels.
    void fill(std::uint32_t seed);
    [[nodiscard]] std::int64_t stride() const { return group * headDim + 3; }

    /// Outputs of tokens [begin, end) only, if asked for.
    [[nodiscard]] std::vector<float> run(
        const kernels::KernelTable& table, std::int64_t begin = 0, std::int64_t end = -1) const;
    /// A task for each stretch, the last first, then joined.
    [[nodiscard]] std::vector<float> runByStretches(const kernels::KernelTable& table) const;
    /// Outputs are averages of values within ±1: an error of s in a score is one of at most 2 · s in them. A
    /// score is a sum of headDim products, each up to size², and the average one of as many terms as are
    /// visible.
    [[nodiscard]] std::vector<double> bounds() const;

private:
    [[nodiscard]] kernels::VisibleRange all() const; ///< From the first to the last that any token sees.
};

} // namespace moru::test
