#include "engine/api/model.h"

#include <array>

namespace moru {

std::string_view precisionName(Precision precision)
{
    static constexpr std::array<std::string_view, 3> names { "exact", "int8", "int4" };
    return names[std::size_t(precision)];
}

Result<Precision> parsePrecision(std::string_view name)
{
    for (const Precision precision : { Precision::Exact, Precision::Int8, Precision::Int4 }) {
        if (precisionName(precision) == name)
            return precision;
    }
    return failure(ErrorCode::InvalidSetting, "--precision",
        "\"{}\" is not a precision; exact, int8 and int4 are", name);
}

Precision defaultPrecision()
{
    return Precision::Int8;
}

std::string_view loadPhaseName(LoadPhase phase)
{
    static constexpr std::array<std::string_view, 5> names { "check files", "read tokenizer", "compile",
        "read weights", "reserve cache" };
    return names[std::size_t(phase)];
}

} // namespace moru
