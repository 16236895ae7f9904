#pragma once

#include "engine/core/dtype.h"

#include <cstdint>
#include <cstring>

// How to read element i of a weight matrix; checkpoints promise no alignment, hence memcpy.

namespace moru::kernels::scalar {

struct StoredF32 {
    static float at(const void* data, std::int64_t i)
    {
        float value = 0;
        std::memcpy(&value, static_cast<const char*>(data) + i * 4, sizeof value);
        return value;
    }
};

struct StoredF16 {
    static float at(const void* data, std::int64_t i)
    {
        std::uint16_t bits = 0;
        std::memcpy(&bits, static_cast<const char*>(data) + i * 2, sizeof bits);
        return f16ToFloat(bits);
    }
};

struct StoredBf16 {
    static float at(const void* data, std::int64_t i)
    {
        std::uint16_t bits = 0;
        std::memcpy(&bits, static_cast<const char*>(data) + i * 2, sizeof bits);
        return bf16ToFloat(bits);
    }
};

} // namespace moru::kernels::scalar
