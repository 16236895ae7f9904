#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <utility>

namespace moru::jinja {

/// What ended parsing or rendering. Thrown inside the interpreter only; `Template` catches it and returns an
/// Error.
class JinjaError final : public std::exception {
public:
    enum class Kind {
        Syntax, ///< The source cannot be read.
        Raised, ///< The template called raise_exception: it refuses the messages.
        Failed, ///< An expression has no value: something undefined was used, or types do not fit.
        Limit, ///< Too many steps, too deep, too much text.
    };

    JinjaError(Kind errorKind, std::string errorMessage)
        : kind(errorKind)
        , message(std::move(errorMessage))
    {
    }

    [[nodiscard]] const char* what() const noexcept override { return message.c_str(); }

    /// Says where, if nobody closer to the mistake has.
    void placeAt(std::size_t sourceOffset)
    {
        if (hasOffset)
            return;
        offset = sourceOffset;
        hasOffset = true;
    }

    Kind kind;
    std::string message;
    std::size_t offset = 0; ///< Byte of the source.
    bool hasOffset = false;
};

[[noreturn]] inline void fail(std::string message)
{
    throw JinjaError(JinjaError::Kind::Failed, std::move(message));
}

[[noreturn]] inline void failSyntax(std::size_t offset, std::string message)
{
    JinjaError error(JinjaError::Kind::Syntax, std::move(message));
    error.placeAt(offset);
    throw error;
}

} // namespace moru::jinja
