#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace moru {

/// One number format of GGUF: blocks of `blockBytes` bytes hold `blockValues` numbers, each block for itself.
struct GgufFormat {
    std::uint32_t type; ///< The number in the file.
    std::string_view name; ///< "Q4_K"
    std::size_t blockValues;
    std::size_t blockBytes;
    void (*decode)(const std::uint8_t* block, float* values);
};

/// Null for a format that Moru does not read.
[[nodiscard]] const GgufFormat* ggufFormat(std::uint32_t type);

/// Decodes whole blocks. Shapes: bytes [n × blockBytes], values [n × blockValues].
void dequantize(const GgufFormat& format, std::span<const std::byte> bytes, std::span<float> values);

} // namespace moru
