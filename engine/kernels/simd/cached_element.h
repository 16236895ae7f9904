#pragma once

#include "engine/kernels/attention_task.h"

namespace moru::kernels::simd {

// How the numbers of a KV cache are read and written, a whole vector at a time.

template <class V> struct CachedFloat32 {
    static constexpr std::int64_t kBytes = 4;
    static constexpr bool kHasScales = false;
    static V load(const std::byte* p) { return V::load(reinterpret_cast<const float*>(p)); }
    static void store(V x, std::byte* p) { x.store(reinterpret_cast<float*>(p)); }
};

template <class V> struct CachedBfloat16 {
    static constexpr std::int64_t kBytes = 2;
    static constexpr bool kHasScales = false;
    static V load(const std::byte* p) { return V::loadBf16(p); }
    static void store(V x, std::byte* p) { x.storeBf16(p); }
};

/// Integers; whoever uses them multiplies by the position's scale afterwards.
template <class V> struct CachedInt8 {
    static constexpr std::int64_t kBytes = 1;
    static constexpr bool kHasScales = true;
    static V load(const std::byte* p) { return V::loadInt8(p); }
    static void store(V x, std::byte* p)
    {
        V::nearestInteger(x).storeBytes(reinterpret_cast<std::int8_t*>(p));
    }
};

/// Calls f.template operator()<Element>() with the format's element.
template <class V, class F> inline void withElementOf(KvFormat format, F f)
{
    switch (format) {
    case KvFormat::Float32:
        return f.template operator()<CachedFloat32<V>>();
    case KvFormat::Bfloat16:
        return f.template operator()<CachedBfloat16<V>>();
    case KvFormat::Int8:
        return f.template operator()<CachedInt8<V>>();
    }
}

} // namespace moru::kernels::simd
