#include "engine/loader/gguf_cursor.h"

#include <bit>

namespace moru {

static_assert(std::endian::native == std::endian::little,
    "GGUF and SafeTensors are read as the machine stores numbers");

std::size_t ggufKindBytes(GgufKind kind)
{
    switch (kind) {
    case GgufKind::U8:
    case GgufKind::I8:
    case GgufKind::Bool:
        return 1;
    case GgufKind::U16:
    case GgufKind::I16:
        return 2;
    case GgufKind::U32:
    case GgufKind::I32:
    case GgufKind::F32:
        return 4;
    case GgufKind::U64:
    case GgufKind::I64:
    case GgufKind::F64:
        return 8;
    case GgufKind::Text:
    case GgufKind::List:
        break;
    }
    return 0;
}

std::span<const std::byte> GgufCursor::take(std::uint64_t count)
{
    if (failed_ || count > remaining()) {
        failed_ = true;
        return {};
    }
    const std::span<const std::byte> taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
}

std::string_view GgufCursor::text(std::uint64_t maxBytes)
{
    const auto length = number<std::uint64_t>();
    if (!failed_ && length > maxBytes && length <= remaining())
        failed_ = badText_ = true;
    const std::span<const std::byte> bytes = take(length);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (isUtf8(text))
        return text;
    failed_ = badText_ = true;
    return {};
}

nlohmann::json GgufCursor::scalar(GgufKind kind)
{
    switch (kind) {
    case GgufKind::U8:
        return number<std::uint8_t>();
    case GgufKind::I8:
        return number<std::int8_t>();
    case GgufKind::U16:
        return number<std::uint16_t>();
    case GgufKind::I16:
        return number<std::int16_t>();
    case GgufKind::U32:
        return number<std::uint32_t>();
    case GgufKind::I32:
        return number<std::int32_t>();
    case GgufKind::F32:
        return number<float>();
    case GgufKind::Bool:
        return number<std::uint8_t>() != 0;
    case GgufKind::U64:
        return number<std::uint64_t>();
    case GgufKind::I64:
        return number<std::int64_t>();
    case GgufKind::F64:
        return number<double>();
    case GgufKind::Text:
    case GgufKind::List:
        break;
    }
    return nullptr;
}

bool isUtf8(std::string_view text)
{
    std::size_t i = 0;
    while (i < text.size()) {
        const auto first = static_cast<unsigned char>(text[i]);
        const std::size_t length = first < 0x80 ? 1
            : first < 0xC2                      ? 0
            : first < 0xE0                      ? 2
            : first < 0xF0                      ? 3
            : first < 0xF5                      ? 4
                                                : 0;
        if (length == 0 || length > text.size() - i)
            return false;
        std::uint32_t point = length == 1 ? first : first & (0xFFU >> (length + 1));
        for (std::size_t k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xC0U) != 0x80U)
                return false;
            point = point << 6 | (next & 0x3FU);
        }
        // Over-long forms, surrogates and what lies beyond Unicode.
        if ((length == 3 && point < 0x800) || (length == 4 && (point < 0x10000 || point > 0x10FFFF))
            || (point >= 0xD800 && point <= 0xDFFF))
            return false;
        i += length;
    }
    return true;
}

} // namespace moru
