#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace moru::jinja {

struct Token {
    enum class Kind {
        Text, ///< Between tags, white space already treated.
        OutputBegin, ///< "{{"
        OutputEnd,
        StatementBegin, ///< "{%"
        StatementEnd,
        Name,
        String, ///< `text` has its escapes resolved.
        Integer,
        Real,
        Operator, ///< `text` is its spelling.
        End,
    };

    Kind kind = Kind::End;
    std::size_t offset = 0; ///< In the source.
    std::string text = {};
    std::int64_t integer = 0;
    double real = 0;
};

} // namespace moru::jinja
