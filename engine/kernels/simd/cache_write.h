#pragma once

#include "engine/kernels/simd/cached_element.h"
#include "engine/kernels/simd/rotate_row.h"

namespace moru::kernels::simd {

/// Vector number `at` of a row, zeros beyond its end.
template <class V> inline V rowVector(const float* row, std::int64_t at, std::int64_t count)
{
    return count - at >= V::kLanes ? V::load(row + at) : V::load(row + at, V::firstLanes(count - at));
}

/// Whole vectors of what is kept of a row, in `kept`: less the offset, rotated.
template <class V>
inline void prepareRow(const KvBlockLayout& layout, const float* row, const float* offset, float* kept)
{
    const std::int64_t count = layout.headDim;
    for (std::int64_t d = 0; d < count; d += V::kLanes) {
        const V x = rowVector<V>(row, d, count);
        (offset != nullptr ? x - rowVector<V>(offset, d, count) : x).store(kept + d);
    }
    rotateRow<V>(layout, kept);
}

/// What a row's numbers are multiplied by before they are stored; writes their scale where the format has
/// one.
template <class V, class Element>
inline float inverseScale(const float* row, std::int64_t count, std::byte* scalePlace)
{
    if constexpr (!Element::kHasScales)
        return 1;
    V largest = V::zero();
    for (std::int64_t d = 0; d < count; d += V::kLanes)
        largest = V::largestMagnitude(largest, V::absolute(rowVector<V>(row, d, count)));
    const float magnitude = V::magnitude(largest);
    constexpr float kLargest = 0x1.fffffep127F;
    const float scale = magnitude < 1e-30F ? 0 // below it the inverse may be infinite
        : magnitude <= kLargest            ? magnitude / 127
                                           : __builtin_nanf("");
    __builtin_memcpy(scalePlace, &scale, sizeof scale);
    return scale > 0 ? 1 / scale : 0;
}

template <class V, class Element> inline V scaled(V x, V inverse)
{
    if constexpr (Element::kHasScales)
        return V::smallest(x * inverse, V::broadcast(127)); // which is what no number becomes
    return x;
}

/// A key becomes one column of its block: its numbers lie kBlockPositions elements apart.
template <class V, class Element>
inline void writeKey(const float* key, std::int64_t headDim, std::byte* first, std::byte* scalePlace)
{
    const V inverse = V::broadcast(inverseScale<V, Element>(key, headDim, scalePlace));
    for (std::int64_t d = 0; d < headDim; d += V::kLanes) {
        alignas(64) std::byte stored[V::kLanes * Element::kBytes];
        Element::store(scaled<V, Element>(rowVector<V>(key, d, headDim), inverse), stored);
        const std::int64_t left = headDim - d < V::kLanes ? headDim - d : V::kLanes;
        for (std::int64_t i = 0; i < left; ++i) {
            __builtin_memcpy(first + (d + i) * kBlockPositions * Element::kBytes,
                stored + i * Element::kBytes, Element::kBytes);
        }
    }
}

template <class V, class Element>
inline void writeValue(const float* value, std::int64_t headDim, std::byte* first, std::byte* scalePlace)
{
    const V inverse = V::broadcast(inverseScale<V, Element>(value, headDim, scalePlace));
    for (std::int64_t d = 0; d < headDim; d += V::kLanes) // the stride is a multiple of whole vectors
        Element::store(
            scaled<V, Element>(rowVector<V>(value, d, headDim), inverse), first + d * Element::kBytes);
}

template <class V, class Element> void writeRows(const CacheWriteTask& task)
{
    const KvBlockLayout& layout = task.cache.layout;
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        const std::int64_t position = task.firstPosition + t;
        const std::int64_t entry = position % kBlockPositions;
        std::byte* block
            = task.cache.blocks + position / kBlockPositions % task.cache.blockCount * task.cache.blockStride;
        std::byte* scales = block + layout.scalesOffset + entry * 4;
        prepareRow<V>(layout, task.key + t * task.keyStride, task.keyOffset, task.scratch);
        writeKey<V, Element>(task.scratch, layout.headDim, block + entry * Element::kBytes, scales);
        prepareRow<V>(layout, task.value + t * task.valueStride, nullptr, task.scratch);
        writeValue<V, Element>(task.scratch, layout.headDim,
            block + layout.valuesOffset + entry * layout.valueStride * Element::kBytes,
            scales + kBlockPositions * 4);
    }
}

template <class V> void cacheWrite(const CacheWriteTask& task)
{
    withElementOf<V>(task.cache.layout.format, [&task]<class Element>() { writeRows<V, Element>(task); });
}

} // namespace moru::kernels::simd
