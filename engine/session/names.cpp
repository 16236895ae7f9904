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
    for (const Precision precision : { Precision::Exact, Precision::Int8 }) {
        if (precisionName(precision) == name)
            return precision;
    }
    // Its kernels and tests are there; without a minimum beside each scale it damages small models too much
    // (SmolLM2: mean KL 0.35 where 0.035 is allowed), so nobody is offered it.
    if (name == precisionName(Precision::Int4))
        return failure(ErrorCode::UnsupportedPrecision, "--precision", "int4 does not exist yet; exact and int8 do");
    return failure(
        ErrorCode::InvalidSetting, "--precision", "\"{}\" is not a precision; exact and int8 are", name);
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
