#include "app/cli/json_request.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr int kDeepest = 64; // requests are three levels deep; copying a value goes as deep as the value

/// Brackets open at the deepest place of a text, those inside strings left out.
bool isTooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kDeepest)
                return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

} // namespace

Result<Json> parseJson(std::string_view text, std::string where)
{
    if (isTooDeep(text))
        return failure(ErrorCode::InvalidRequest, std::move(where), "more than {} levels of brackets", kDeepest);
    try {
        return Json::parse(text);
    } catch (const Json::exception& exception) {
        // The library's text starts with its own name and number in brackets; the rest is for people.
        std::string message = exception.what();
        if (const auto bracket = message.find("] "); bracket != std::string::npos)
            message.erase(0, bracket + 2);
        return failure(ErrorCode::InvalidRequest, std::move(where), "not JSON: {}", message);
    }
}

RequestReader::RequestReader(const Json& request)
    : request_(request)
{
    if (!request.is_object())
        error_ = Error { ErrorCode::InvalidRequest, "a request is a JSON object", "request" };
}

const Json* RequestReader::member(std::string_view name) const
{
    if (!request_.is_object())
        return nullptr;
    const auto found = request_.find(name);
    return found == request_.end() || found->is_null() ? nullptr : &*found;
}

void RequestReader::reject(std::string_view name, std::string_view complaint)
{
    if (!error_)
        error_ = Error { ErrorCode::InvalidRequest, fmt::format("\"{}\" {}", name, complaint), "request" };
}

bool RequestReader::flag(std::string_view name, bool fallback)
{
    return flag(name).value_or(fallback);
}

std::optional<bool> RequestReader::flag(std::string_view name)
{
    const Json* value = member(name);
    if (!value)
        return std::nullopt;
    if (!value->is_boolean()) {
        reject(name, "must be true or false");
        return std::nullopt;
    }
    return value->get<bool>();
}

std::optional<std::string> RequestReader::text(std::string_view name)
{
    const Json* value = member(name);
    if (!value)
        return std::nullopt;
    if (!value->is_string()) {
        reject(name, "must be a text");
        return std::nullopt;
    }
    return value->get<std::string>();
}

std::string RequestReader::neededText(std::string_view name)
{
    if (!member(name))
        reject(name, "is missing");
    return text(name).value_or(std::string());
}

std::optional<int> RequestReader::integer(std::string_view name, int minimum)
{
    const Json* value = member(name);
    if (!value)
        return std::nullopt;
    const bool isInteger = value->is_number_integer();
    const auto inRange = [minimum](auto number) {
        return std::cmp_greater_equal(number, minimum)
            && std::cmp_less_equal(number, std::numeric_limits<int>::max());
    };
    const bool fits = isInteger
        && (value->is_number_unsigned() ? inRange(value->get<std::uint64_t>())
                                        : inRange(value->get<std::int64_t>()));
    if (!fits) {
        reject(name, fmt::format("must be a whole number from {} on", minimum));
        return std::nullopt;
    }
    return value->get<int>();
}

std::optional<double> RequestReader::number(std::string_view name)
{
    const Json* value = member(name);
    if (!value)
        return std::nullopt;
    if (!value->is_number() || !std::isfinite(value->get<double>())) {
        reject(name, "must be a number");
        return std::nullopt;
    }
    return value->get<double>();
}

std::vector<TokenId> RequestReader::ids(std::string_view name)
{
    std::vector<TokenId> result;
    const Json* list = member(name);
    if (!list)
        return result;
    if (!list->is_array()) {
        reject(name, "must be a list of whole numbers");
        return result;
    }
    result.reserve(list->size());
    for (const Json& value : *list) {
        // Not negative means unsigned to the parser.
        const bool fits = value.is_number_unsigned()
            && value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<TokenId>::max());
        if (!fits) {
            reject(name,
                fmt::format(
                    "holds {}, which is not a whole number from 0 on", dumpJson(value).substr(0, 40)));
            return {};
        }
        result.push_back(value.get<TokenId>());
    }
    return result;
}

std::vector<TokenId> RequestReader::neededIds(std::string_view name)
{
    if (!member(name))
        reject(name, "is missing");
    return ids(name);
}

Result<void> RequestReader::check() const
{
    if (error_)
        return std::unexpected(*error_);
    return {};
}

} // namespace moru::cli
