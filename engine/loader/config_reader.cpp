#include "engine/loader/config_reader.h"

#include "engine/loader/json_file.h"

#include <cmath>
#include <cstdint>

namespace moru {

using nlohmann::json;

/// One for a file: readers of the objects inside share it.
struct ConfigReader::FirstError {
    std::string file;
    std::optional<Error> error;
};

namespace {

const json& emptyObject()
{
    static const json empty = json::object();
    return empty;
}

const json& emptyList()
{
    static const json empty = json::array();
    return empty;
}

} // namespace

ConfigReader::ConfigReader(const json& object, std::string file)
    : ConfigReader(object, std::string(), std::make_shared<FirstError>())
{
    firstError_->file = std::move(file);
    if (object_->is_object())
        return;
    firstError_->error = Error { ErrorCode::InvalidConfig,
        fmt::format("it is {}, not an object", jsonKind(*object_)), firstError_->file };
    object_ = &emptyObject();
}

ConfigReader::ConfigReader(const json& object, std::string path, std::shared_ptr<FirstError> firstError)
    : object_(&object)
    , path_(std::move(path))
    , firstError_(std::move(firstError))
{
}

const json* ConfigReader::find(std::string_view key) const
{
    const auto found = object_->find(key);
    return found == object_->end() || found->is_null() ? nullptr : &*found;
}

bool ConfigReader::isNull(std::string_view key) const
{
    const auto found = object_->find(key);
    return found != object_->end() && found->is_null();
}

bool ConfigReader::has(std::string_view key) const
{
    return find(key) != nullptr;
}

void ConfigReader::fail(std::string_view key, std::string message, ErrorCode code)
{
    if (!firstError_->error)
        firstError_->error = Error { code, fmt::format("{}{}: {}", path_, key, message), firstError_->file };
}

void ConfigReader::failMissing(std::string_view key)
{
    fail(key, "is missing");
}

void ConfigReader::failKind(std::string_view key, std::string_view wanted, const json& value)
{
    fail(key, fmt::format("is {}, not {}", jsonKind(value), wanted));
}

std::optional<int> ConfigReader::exactInteger(const json& value, std::string_view key, Bounds bounds)
{
    if (!value.is_number()) {
        failKind(key, "a whole number", value);
        return std::nullopt;
    }
    // A double holds every int exactly, and what is out of bounds stays out of bounds in it.
    const auto number = value.get<double>();
    if (number != std::floor(number)) {
        fail(key, fmt::format("{} is not a whole number", value.dump()));
        return std::nullopt;
    }
    if (number < bounds.least || number > bounds.most) {
        fail(key, fmt::format("{} is not between {} and {}", value.dump(), bounds.least, bounds.most));
        return std::nullopt;
    }
    return static_cast<int>(number);
}

std::optional<int> ConfigReader::optionalInteger(std::string_view key, Bounds bounds)
{
    const json* value = find(key);
    return value ? exactInteger(*value, key, bounds) : std::nullopt;
}

int ConfigReader::integerOr(std::string_view key, int absent, Bounds bounds)
{
    return optionalInteger(key, bounds).value_or(absent);
}

int ConfigReader::integer(std::string_view key, Bounds bounds)
{
    if (!has(key))
        failMissing(key);
    return optionalInteger(key, bounds).value_or(bounds.least);
}

std::optional<double> ConfigReader::optionalNumber(std::string_view key, NumberBounds bounds)
{
    const json* value = find(key);
    if (!value)
        return std::nullopt;
    if (!value->is_number()) {
        failKind(key, "a number", *value);
        return std::nullopt;
    }
    const auto number = value->get<double>();
    if (!(number >= bounds.least && number <= bounds.most)) { // false for NaN, too
        fail(key, fmt::format("{} is not between {} and {}", value->dump(), bounds.least, bounds.most));
        return std::nullopt;
    }
    return number;
}

double ConfigReader::numberOr(std::string_view key, double absent, NumberBounds bounds)
{
    return optionalNumber(key, bounds).value_or(absent);
}

double ConfigReader::number(std::string_view key, NumberBounds bounds)
{
    if (!has(key))
        failMissing(key);
    return optionalNumber(key, bounds).value_or(bounds.least);
}

bool ConfigReader::boolOr(std::string_view key, bool absent)
{
    const json* value = find(key);
    if (!value)
        return absent;
    if (value->is_boolean())
        return value->get<bool>();
    failKind(key, "true or false", *value);
    return absent;
}

std::string ConfigReader::stringOr(std::string_view key, std::string_view absent)
{
    const json* value = find(key);
    if (!value)
        return std::string(absent);
    if (value->is_string())
        return value->get<std::string>();
    failKind(key, "a text", *value);
    return std::string(absent);
}

std::string ConfigReader::string(std::string_view key)
{
    if (!has(key))
        failMissing(key);
    return stringOr(key, {});
}

std::vector<std::string> ConfigReader::strings(std::string_view key, int maxCount)
{
    const json* list = checkedList(key, maxCount);
    std::vector<std::string> texts;
    for (const json& element : *list) {
        if (!element.is_string()) {
            failKind(key, "a list of texts", element);
            return {};
        }
        texts.push_back(element.get<std::string>());
    }
    return texts;
}

std::vector<int> ConfigReader::integers(std::string_view key, Bounds bounds, int maxCount)
{
    const json* list = checkedList(key, maxCount);
    std::vector<int> numbers;
    for (const json& element : *list) {
        const auto number = exactInteger(element, key, bounds);
        if (!number)
            return {};
        numbers.push_back(*number);
    }
    return numbers;
}

std::vector<int> ConfigReader::integerOrList(std::string_view key, Bounds bounds, int maxCount)
{
    const json* value = find(key);
    if (!value || value->is_array())
        return integers(key, bounds, maxCount);
    const auto number = exactInteger(*value, key, bounds);
    return number ? std::vector<int> { *number } : std::vector<int> {};
}

const json* ConfigReader::checkedList(std::string_view key, int maxCount)
{
    const json* value = find(key);
    if (!value)
        return &emptyList();
    if (!value->is_array()) {
        failKind(key, "a list", *value);
        return &emptyList();
    }
    if (value->size() > static_cast<std::size_t>(maxCount)) {
        fail(key, fmt::format("has {} elements, at most {} are read", value->size(), maxCount));
        return &emptyList();
    }
    return value;
}

ConfigReader ConfigReader::object(std::string_view key)
{
    const json* value = find(key);
    std::string path = fmt::format("{}{}.", path_, key);
    if (value && !value->is_object()) {
        failKind(key, "an object", *value);
        value = nullptr;
    }
    return { value ? *value : emptyObject(), std::move(path), firstError_ };
}

Result<void> ConfigReader::finish() const
{
    if (firstError_->error)
        return std::unexpected(*firstError_->error);
    return {};
}

} // namespace moru
