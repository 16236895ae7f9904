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

std::string_view scalesName(ComparisonScheme::Scales scales)
{
    static constexpr std::array<std::string_view, 3> names { "per_tensor", "per_channel", "group" };
    return names[std::size_t(scales)];
}

Result<ComparisonScheme::Scales> parseScales(std::string_view name)
{
    using Scales = ComparisonScheme::Scales;
    for (const Scales scales : { Scales::PerTensor, Scales::PerChannel, Scales::Group }) {
        if (scalesName(scales) == name)
            return scales;
    }
    return failure(ErrorCode::InvalidSetting, "--scheme",
        "\"{}\" is not a scheme; per_tensor, per_channel and group are", name);
}

std::string_view kvFormatName(KvFormat format)
{
    static constexpr std::array<std::string_view, kKvFormatCount> names { "exact", "bf16", "int8" };
    return names[std::size_t(format)];
}

Result<KvFormat> parseKvFormat(std::string_view name)
{
    for (const KvFormat format : { KvFormat::Float32, KvFormat::Bfloat16, KvFormat::Int8 }) {
        if (kvFormatName(format) == name)
            return format;
    }
    return failure(ErrorCode::InvalidSetting, "--kv",
        "\"{}\" is not a format of the KV cache; exact, bf16 and int8 are", name);
}

KvFormat defaultKvFormat(Precision precision)
{
    return precision == Precision::Exact ? KvFormat::Float32 : KvFormat::Bfloat16;
}

std::string_view loadPhaseName(LoadPhase phase)
{
    static constexpr std::array<std::string_view, 5> names { "check files", "read tokenizer", "compile",
        "read weights", "reserve cache" };
    return names[std::size_t(phase)];
}

} // namespace moru
