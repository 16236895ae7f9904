#include "engine/tokenizer/json_members.h"

namespace moru {

using nlohmann::json;

namespace {

std::unexpected<Error> wrongKind(std::string_view name, std::string_view expected, const json& found)
{
    return failure(ErrorCode::InvalidTokenizer, std::string(name), "should be {} and is {}", expected,
        found.type_name());
}

} // namespace

const json* member(const json& object, std::string_view name)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

Result<bool> boolean(const json& object, std::string_view name, bool absent)
{
    const json* const value = member(object, name);
    if (!value)
        return absent;
    if (!value->is_boolean())
        return wrongKind(name, "true or false", *value);
    return value->get<bool>();
}

Result<std::string> text(const json& object, std::string_view name)
{
    const json* const value = member(object, name);
    if (!value)
        return std::string();
    if (!value->is_string())
        return wrongKind(name, "text", *value);
    return value->get<std::string>();
}

Result<std::int64_t> wholeNumber(const json& object, std::string_view name)
{
    const json* const value = member(object, name);
    if (!value || !value->is_number_integer())
        return wrongKind(name, "a whole number", value ? *value : json());
    return value->get<std::int64_t>();
}

Result<std::string> sectionType(const json* section, std::string_view sectionName)
{
    if (!section)
        return std::string();
    if (!section->is_object())
        return wrongKind(sectionName, "an object", *section);
    auto type = text(*section, "type");
    if (type && type->empty())
        return failure(ErrorCode::InvalidTokenizer, std::string(sectionName), "has no type");
    return type;
}

Result<std::vector<const json*>> sectionParts(
    const json* section, std::string_view sectionName, std::string_view listName)
{
    std::vector<const json*> parts;
    const auto type = sectionType(section, sectionName);
    if (!type)
        return std::unexpected(type.error());
    if (!section)
        return parts;
    if (*type != "Sequence") {
        parts.push_back(section);
        return parts;
    }
    const json* const list = member(*section, listName);
    if (!list || !list->is_array())
        return failure(
            ErrorCode::InvalidTokenizer, std::string(sectionName), "a Sequence without \"{}\"", listName);
    for (const json& part : *list) {
        const auto inner = sectionParts(&part, sectionName, listName); // the reader limits the depth
        if (!inner)
            return std::unexpected(inner.error());
        parts.insert(parts.end(), inner->begin(), inner->end());
    }
    return parts;
}

} // namespace moru
