#include "engine/kv_cache/sequence_state.h"

#include <algorithm>
#include <cassert>

namespace moru {

namespace {

/// Tokens that a sliding layer can take back without computing its window again: an answer of usual length.
constexpr std::int64_t kRingSlack = 1024;
/// Copies of recurrent states that are kept: the ends of the newest turns.
constexpr std::size_t kMaxSnapshots = 4;
constexpr std::int64_t kRowAlignment = 16; // floats: one cache line

std::int64_t roundUp(std::int64_t value)
{
    return (value + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
}

std::int64_t blockCountOf(const CacheSpecification& cache, const SequenceSpecification& s)
{
    std::int64_t positions = s.contextLength;
    if (cache.window)
        positions = std::min(positions, std::int64_t(*cache.window) - 1 + s.chunkSize + kRingSlack);
    return (positions + kBlockPositions - 1) / kBlockPositions;
}

std::int64_t cacheBytes(const CacheSpecification& cache, const SequenceSpecification& s)
{
    return cache.kvHeadCount * blockCountOf(cache, s) * kvBlockLayout(s.kvFormat, cache.headDim).sizeBytes;
}

std::int64_t stateFloats(const ConvolutionStateSpecification& state)
{
    return roundUp((state.taps - 1) * state.channels);
}

std::int64_t stateFloats(const DeltaStateSpecification& state)
{
    return roundUp(state.valueHeads * state.keyDim * state.valueDim);
}

} // namespace

std::uint64_t SequenceState::bytesFor(const SequenceSpecification& specification)
{
    std::int64_t bytes = 0;
    for (const auto& cache : specification.caches)
        bytes += cacheBytes(cache, specification);
    std::int64_t floats = 0;
    for (const auto& state : specification.convolutions)
        floats += stateFloats(state);
    for (const auto& state : specification.deltas)
        floats += stateFloats(state);
    return std::uint64_t(bytes) + std::uint64_t(floats) * sizeof(float);
}

Result<SequenceState> SequenceState::create(const SequenceSpecification& specification)
{
    auto memory = AlignedBuffer::allocate(std::max<std::size_t>(bytesFor(specification), 64), "the KV cache");
    if (!memory)
        return std::unexpected(memory.error());
    SequenceState state;
    state.memory_ = std::move(*memory);
    state.contextLength_ = specification.contextLength;
    std::byte* nextBlock = state.memory_.data();
    for (const auto& cache : specification.caches) {
        state.caches_.push_back({ nextBlock, blockCountOf(cache, specification), cache.kvHeadCount,
            kvBlockLayout(specification.kvFormat, cache.headDim), cache.window.value_or(0) });
        nextBlock += cacheBytes(cache, specification);
    }
    float* const floats = state.memory_.as<float>().data();
    float* next = floats + (nextBlock - state.memory_.data()) / std::ptrdiff_t(sizeof(float));
    const auto take = [&](std::int64_t count) { return std::exchange(next, next + count); };
    state.recurrentBegin_ = std::size_t(next - floats);
    for (const auto& convolution : specification.convolutions)
        state.convolutions_.push_back(take(stateFloats(convolution)));
    for (const auto& delta : specification.deltas)
        state.deltas_.push_back(take(stateFloats(delta)));
    state.recurrentCount_ = std::size_t(next - floats) - state.recurrentBegin_;
    return state;
}

float* SequenceState::convolutionState(int index) const
{
    return convolutions_[std::size_t(index)];
}

float* SequenceState::deltaState(int index) const
{
    return deltas_[std::size_t(index)];
}

std::span<float> SequenceState::recurrentStates() const
{
    return memory_.as<float>().subspan(recurrentBegin_, recurrentCount_);
}

std::vector<std::span<const std::byte>> SequenceState::memoryOf(int positions) const
{
    std::vector<std::span<const std::byte>> memory;
    for (const LayerCache& cache : caches_) {
        const std::int64_t blocks
            = std::min(cache.blockCount, (positions + kBlockPositions - 1) / kBlockPositions);
        memory.push_back({ cache.blocks, std::size_t(blocks * cache.kvHeadCount * cache.layout.sizeBytes) });
    }
    return memory;
}

void SequenceState::clear()
{
    length_ = 0;
    longestLength_ = 0;
    snapshots_.clear();
    std::ranges::fill(recurrentStates(), 0.0F);
}

/// A ring holds the newest `capacity` positions ever written; returning to `length` needs the window before
/// it.
bool SequenceState::ringStillHolds(int length) const
{
    const int written = std::max(longestLength_, length_);
    return std::ranges::all_of(caches_, [&](const LayerCache& cache) {
        const std::int64_t oldestNeeded = cache.window > 0 ? std::max(0, length - cache.window + 1) : 0;
        return oldestNeeded >= written - cache.capacity();
    });
}

int SequenceState::reusablePrefix(int wanted) const
{
    const int prefix = std::min(wanted, length_);
    if (recurrentCount_ == 0)
        return ringStillHolds(prefix) ? prefix : 0;
    if (prefix == length_)
        return prefix;
    int best = 0;
    for (const Snapshot& snapshot : snapshots_) {
        if (snapshot.length <= prefix && ringStillHolds(snapshot.length))
            best = snapshot.length;
    }
    return best;
}

void SequenceState::rewind(int length)
{
    if (length == 0)
        return clear();
    if (length == length_)
        return;
    assert(length < length_ && reusablePrefix(length) == length);
    longestLength_ = std::max(longestLength_, length_);
    length_ = length;
    if (recurrentCount_ == 0)
        return;
    std::erase_if(snapshots_, [&](const Snapshot& snapshot) { return snapshot.length > length; });
    std::ranges::copy(snapshots_.back().states, recurrentStates().begin());
}

void SequenceState::takeSnapshot()
{
    if (recurrentCount_ == 0 || length_ == 0 || (!snapshots_.empty() && snapshots_.back().length == length_))
        return;
    if (snapshots_.size() == kMaxSnapshots)
        snapshots_.erase(snapshots_.begin());
    const auto states = recurrentStates();
    snapshots_.push_back({ length_, std::vector<float>(states.begin(), states.end()) });
}

} // namespace moru
