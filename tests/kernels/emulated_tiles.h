#pragma once

#include "engine/quantization/packed_matrix.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace moru::test {

/// The tile instructions in plain C++, with the operation sections of Intel's manual (volume 2: TILELOADD,
/// TILESTORED, TILEZERO, TDPBSUD) for tiles of 16 lines of 64 bytes. Stands in for amx::Tiles.
struct EmulatedTiles {
    static inline int configured = 0; ///< times
    static void configure() { ++configured; }

    template <int kTile> static void zero() { tiles[kTile] = {}; }
    template <int kTile> static void load(const void* lines, std::int64_t stride)
    {
        for (std::size_t line = 0; line < 16; ++line) {
            std::memcpy(&tiles[kTile][line * 64],
                static_cast<const std::uint8_t*>(lines) + static_cast<std::int64_t>(line) * stride, 64);
        }
    }
    template <int kTile> static void store(std::int32_t* lines)
    {
        std::memcpy(lines, tiles[kTile].data(), sizeof tiles[kTile]);
    }
    template <int kSum, int kLeft, int kRight> static void addSignedTimesUnsigned()
    {
        for (std::size_t m = 0; m < 16; ++m) {
            for (std::size_t n = 0; n < 16; ++n) {
                std::int32_t sum = 0;
                std::memcpy(&sum, &tiles[kSum][m * 64 + n * 4], 4);
                for (std::size_t k = 0; k < 16; ++k) {
                    for (std::size_t i = 0; i < 4; ++i) {
                        const auto left = static_cast<std::int8_t>(tiles[kLeft][m * 64 + k * 4 + i]);
                        sum += left * tiles[kRight][k * 64 + n * 4 + i];
                    }
                }
                std::memcpy(&tiles[kSum][m * 64 + n * 4], &sum, 4);
            }
        }
    }

private:
    static inline std::array<std::array<std::uint8_t, 1024>, 8> tiles {};
};

/// Sixteen lanes in plain C++, rounding as the vectors do: stands in for avx512vnni::IntVector.
struct EmulatedIntVector {
    static constexpr int kLanes = 16;
    using Ints = std::array<std::int32_t, 16>;
    using Floats = std::array<float, 16>;

    static Ints broadcast(std::int32_t x)
    {
        Ints all;
        all.fill(x);
        return all;
    }
    static Floats broadcastFloat(float x)
    {
        Floats all;
        all.fill(x);
        return all;
    }
    // As the instructions do, both wrap around: the parts of a sum may be too large, the sum is not.
    static Ints add(Ints a, const Ints& b)
    {
        for (std::size_t i = 0; i < 16; ++i)
            a[i] = static_cast<std::int32_t>(
                static_cast<std::uint32_t>(a[i]) + static_cast<std::uint32_t>(b[i]));
        return a;
    }
    static Ints times256(Ints x)
    {
        for (std::int32_t& lane : x)
            lane = static_cast<std::int32_t>(static_cast<std::uint32_t>(lane) << 8U);
        return x;
    }
    static Ints loadInts(const std::int32_t* p)
    {
        Ints x;
        std::memcpy(x.data(), p, sizeof x);
        return x;
    }
    static Floats loadFloats(const float* p)
    {
        Floats x;
        std::memcpy(x.data(), p, sizeof x);
        return x;
    }
    static Floats loadBf16(const std::uint8_t* p)
    {
        Floats x;
        for (std::size_t i = 0; i < 16; ++i) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, p + 2 * i, sizeof bits);
            x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
        }
        return x;
    }
    static Floats toFloats(const Ints& x)
    {
        Floats floats;
        for (std::size_t i = 0; i < 16; ++i)
            floats[i] = static_cast<float>(x[i]);
        return floats;
    }
    static Floats multiply(Floats a, const Floats& b)
    {
        for (std::size_t i = 0; i < 16; ++i)
            a[i] *= b[i];
        return a;
    }
    static Floats multiplyAdd(Floats a, const Floats& b, const Floats& c)
    {
        for (std::size_t i = 0; i < 16; ++i)
            a[i] = std::fma(a[i], b[i], c[i]);
        return a;
    }
    static void store(float* p, const Floats& x) { std::memcpy(p, x.data(), sizeof x); }
};

} // namespace moru::test
