#pragma once

#include "engine/api/tokenizer.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moru::jinja {

/// Text that remembers which of its bytes came from messages, through every operation of a template.
class MarkedText {
public:
    MarkedText() = default;
    /// The template's own text.
    explicit MarkedText(std::string bytes);
    /// A message's text.
    [[nodiscard]] static MarkedText ofMessage(std::string bytes);

    [[nodiscard]] const std::string& bytes() const { return bytes_; }
    [[nodiscard]] std::span<const ByteRange> marks() const
    {
        return marks_;
    } ///< Sorted, disjoint, not touching.

    void append(const MarkedText& text);
    void append(std::string_view bytes);

    /// The bytes that `inside`, a view of bytes(), covers.
    [[nodiscard]] MarkedText part(std::string_view inside) const;

    /// New bytes made from these where their origin cannot be followed: all from messages if any were.
    [[nodiscard]] MarkedText changed(std::string bytes) const;

private:
    void mark(std::size_t begin, std::size_t end);

    std::string bytes_;
    std::vector<ByteRange> marks_;
};

} // namespace moru::jinja
