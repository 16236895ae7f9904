#pragma once

#include "engine/api/error.h"
#include "engine/core/aligned_buffer.h"
#include "engine/kv_cache/kv_block.h"
#include "engine/kv_cache/specification.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace moru {

/// Everything that one sequence remembers, for all layers.
struct SequenceSpecification {
    std::span<const CacheSpecification> caches;
    std::span<const ConvolutionStateSpecification> convolutions;
    std::span<const DeltaStateSpecification> deltas;
    int contextLength = 0; ///< Tokens to reserve for.
    int chunkSize = 0; ///< Largest number of tokens that enter at once.
    KvFormat kvFormat = KvFormat::Float32;
};

/// One attention layer's keys and values: a ring of blocks for each head. The heads' blocks of the same
/// positions lie beside each other, so that memory becomes resident as the sequence grows: with the heads one
/// after the other each would begin with a huge page of its own.
struct LayerCache {
    std::byte* blocks = nullptr; ///< [blockCount][kvHeadCount]
    std::int64_t blockCount = 0; ///< Of one head.
    std::int64_t kvHeadCount = 0;
    KvBlockLayout layout;
    int window = 0; ///< 0: none.

    [[nodiscard]] std::int64_t capacity() const { return blockCount * kBlockPositions; } ///< Positions.
    [[nodiscard]] KvHead head(std::int64_t kvHead) const
    {
        return { blocks + kvHead * layout.sizeBytes, blockCount, kvHeadCount * layout.sizeBytes, layout };
    }
};

/// The caches of one sequence, reserved once. Sliding layers keep their window in a ring, with room for the
/// chunk that is entering and for some tokens to be taken back. Recurrent layers cannot take tokens back at
/// all: their state is copied at turn boundaries (`takeSnapshot`) and the sequence restarts from a copy.
class SequenceState {
public:
    /// Errors: OutOfMemory. The memory is reserved now and becomes resident as it is used.
    [[nodiscard]] static Result<SequenceState> create(const SequenceSpecification& specification);
    [[nodiscard]] static std::uint64_t bytesFor(const SequenceSpecification& specification);

    [[nodiscard]] int length() const { return length_; } ///< Tokens remembered.
    [[nodiscard]] int contextLength() const { return contextLength_; }
    [[nodiscard]] const LayerCache& cache(int index) const { return caches_[std::size_t(index)]; }
    [[nodiscard]] float* convolutionState(int index) const; ///< [taps − 1, channels], oldest first
    [[nodiscard]] float* deltaState(int index) const; ///< [valueHeads, keyDim, valueDim]
    [[nodiscard]] std::uint64_t sizeBytes() const { return memory_.sizeBytes(); }

    /// The memory of the first positions, at most so many, of every layer.
    [[nodiscard]] std::vector<std::span<const std::byte>> memoryOf(int positions) const;

    /// The next `tokens` positions have been written by the program.
    void advance(int tokens) { length_ += tokens; }
    void clear();

    /// The longest prefix, at most `wanted` tokens, that the sequence can return to without computing
    /// anything.
    [[nodiscard]] int reusablePrefix(int wanted) const;
    /// Returns to a length that `reusablePrefix` gave.
    void rewind(int length);
    /// Keeps a copy of the recurrent states at the present length; does nothing for models without them.
    void takeSnapshot();

private:
    struct Snapshot {
        int length = 0;
        std::vector<float> states;
    };
    SequenceState() = default;
    [[nodiscard]] bool ringStillHolds(int length) const;
    [[nodiscard]] std::span<float> recurrentStates() const;

    AlignedBuffer memory_;
    std::vector<LayerCache> caches_;
    std::vector<float*> convolutions_;
    std::vector<float*> deltas_;
    std::size_t recurrentBegin_ = 0; ///< Floats from the start of memory_.
    std::size_t recurrentCount_ = 0;
    std::vector<Snapshot> snapshots_; ///< By length, rising.
    int length_ = 0;
    int longestLength_ = 0; ///< How far the rings have been written.
    int contextLength_ = 0;
};

} // namespace moru
