#include "engine/loader/gguf_dequantize.h"

#include "engine/core/dtype.h"
#include "engine/loader/gguf_blocks.h"

#include <array>
#include <cstring>

namespace moru {

namespace {

void decodeF32(const std::uint8_t* block, float* values)
{
    std::memcpy(values, block, sizeof(float));
}

void decodeF16(const std::uint8_t* block, float* values)
{
    *values = gguf::half(block);
}

void decodeBF16(const std::uint8_t* block, float* values)
{
    *values = bf16ToFloat(static_cast<std::uint16_t>(block[0] | block[1] << 8));
}

constexpr std::array kFormats {
    GgufFormat { 0, "F32", 1, 4, decodeF32 },
    GgufFormat { 1, "F16", 1, 2, decodeF16 },
    GgufFormat { 2, "Q4_0", 32, 18, gguf::decodeQ4_0 },
    GgufFormat { 3, "Q4_1", 32, 20, gguf::decodeQ4_1 },
    GgufFormat { 6, "Q5_0", 32, 22, gguf::decodeQ5_0 },
    GgufFormat { 7, "Q5_1", 32, 24, gguf::decodeQ5_1 },
    GgufFormat { 8, "Q8_0", 32, 34, gguf::decodeQ8_0 },
    GgufFormat { 12, "Q4_K", 256, 144, gguf::decodeQ4_K },
    GgufFormat { 13, "Q5_K", 256, 176, gguf::decodeQ5_K },
    GgufFormat { 14, "Q6_K", 256, 210, gguf::decodeQ6_K },
    GgufFormat { 30, "BF16", 1, 2, decodeBF16 },
};

} // namespace

const GgufFormat* ggufFormat(std::uint32_t type)
{
    for (const GgufFormat& format : kFormats) {
        if (format.type == type)
            return &format;
    }
    return nullptr;
}

void dequantize(const GgufFormat& format, std::span<const std::byte> bytes, std::span<float> values)
{
    const auto* block = reinterpret_cast<const std::uint8_t*>(bytes.data());
    for (std::size_t at = 0; at < values.size(); at += format.blockValues, block += format.blockBytes)
        format.decode(block, values.data() + at);
}

} // namespace moru
