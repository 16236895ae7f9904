#pragma once

#include <cstdint>

// What a product with packed weights asks of memory while it multiplies, so that it is there when its turn
// comes. packedBlock calls atStep<bytes>(at) before each step, which reads so many bytes from `at` on, and
// atEnd<headerBytes>(end) after a block. I as in packed_block.h.

namespace moru::kernels::simd {

/// A panel that is read once comes from memory, and is asked for further on.
template <class I> struct FurtherOn {
    // In bytes: the hardware's prefetcher alone reaches three quarters of what memory gives (Intel;
    // kernels.md).
    static constexpr std::int64_t kFar = 8192; ///< Into L2.
    // From there into L1: inputs of two parts leave the processor too short a view to hide even that latency.
    static constexpr std::int64_t kNear = 1024;

    template <std::int64_t kBytes> [[gnu::always_inline]] void atStep(const std::uint8_t* at)
    {
#pragma GCC unroll 8
        for (std::int64_t line = 0; line < kBytes; line += 64) {
            __builtin_prefetch(at + line + kFar, 0, 2);
            __builtin_prefetch(at + line + kNear, 0, 3);
        }
    }
    template <std::int64_t kHeaderBytes> [[gnu::always_inline]] void atEnd(const std::uint8_t* end)
    {
        // Headers would be holes in what is fetched ahead.
#pragma GCC unroll 8
        for (std::int64_t line = 0; line < kHeaderBytes; line += 64)
            __builtin_prefetch(end + kFar + line, 0, 2);
    }
};

/// Many tokens share a panel, which is in the caches; each step asks for its part of the next one.
template <class I> struct NextPanel {
    const std::uint8_t* ahead;
    std::int64_t bytesPerStep;

    template <std::int64_t kBytes> [[gnu::always_inline]] void atStep(const std::uint8_t* /*at*/)
    {
        // A line comes up again for some steps: cheaper than fetching several at once, which keeps what the
        // products need waiting.
        __builtin_prefetch(ahead, 0, 2);
        ahead += bytesPerStep;
    }
    template <std::int64_t kHeaderBytes> [[gnu::always_inline]] void atEnd(const std::uint8_t* /*end*/) { }
};

/// Panels that are multiplied side by side, a block of each in turn: each step asks for one line of every
/// panel, so that memory serves so many streams at once.
template <class I> struct SideBySide {
    const std::uint8_t* ahead; ///< In the first of the panels that this step asks for.
    std::int64_t panelBytes;

    template <std::int64_t kBytes> [[gnu::always_inline]] void atStep(const std::uint8_t* /*at*/)
    {
#pragma GCC unroll 8
        for (std::int64_t panel = 0; panel < kBytes / 64; ++panel)
            __builtin_prefetch(ahead + panel * panelBytes, 0, 3);
        ahead += 64;
    }
    template <std::int64_t kHeaderBytes> [[gnu::always_inline]] void atEnd(const std::uint8_t* /*end*/) { }
};

} // namespace moru::kernels::simd
