#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

namespace moru {

/// Kinds of metadata values, by their number in the file.
enum class GgufKind : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, Text, List, U64, I64, F64 };

/// 0 for texts, lists and numbers that name no kind.
[[nodiscard]] std::size_t ggufKindBytes(GgufKind kind);

/// Reads a GGUF header from front to back and never beyond its end: after the first failure everything reads
/// as zero or empty, so that the caller may ask once after several reads.
class GgufCursor {
public:
    explicit GgufCursor(std::span<const std::byte> bytes)
        : bytes_(bytes)
    {
    }

    template <typename T> [[nodiscard]] T number() // the machine is little-endian, as the file is
    {
        T value {};
        const std::span<const std::byte> bytes = take(sizeof(T));
        if (!bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof(T));
        return value;
    }

    /// A length of 64 bits and as many bytes of UTF-8. Fails beyond `maxBytes`.
    [[nodiscard]] std::string_view text(std::uint64_t maxBytes);

    /// A number or boolean.
    [[nodiscard]] nlohmann::json scalar(GgufKind kind);

    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] bool badText() const { return badText_; } ///< The failure was a text's.
    [[nodiscard]] std::uint64_t position() const { return position_; }
    [[nodiscard]] std::uint64_t remaining() const { return bytes_.size() - position_; }

private:
    [[nodiscard]] std::span<const std::byte> take(std::uint64_t count);

    std::span<const std::byte> bytes_;
    std::uint64_t position_ = 0;
    bool failed_ = false;
    bool badText_ = false;
};

[[nodiscard]] bool isUtf8(std::string_view text);

} // namespace moru
