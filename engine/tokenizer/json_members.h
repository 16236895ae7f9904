#pragma once

#include "engine/api/error.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// Members of objects that come from outside. A missing member and null are the same; a member of another
/// kind is InvalidTokenizer and named.

/// Null when it is missing, or when `object` is no object.
[[nodiscard]] const nlohmann::json* member(const nlohmann::json& object, std::string_view name);
[[nodiscard]] Result<bool> boolean(const nlohmann::json& object, std::string_view name, bool absent);
/// Empty when it is missing.
[[nodiscard]] Result<std::string> text(const nlohmann::json& object, std::string_view name);
[[nodiscard]] Result<std::int64_t> wholeNumber(const nlohmann::json& object, std::string_view name);

/// The "type" of a section; empty for a section that is missing.
[[nodiscard]] Result<std::string> sectionType(const nlohmann::json* section, std::string_view sectionName);

/// The section itself, or the parts of a "Sequence" (listed under `listName`), nested ones too.
[[nodiscard]] Result<std::vector<const nlohmann::json*>> sectionParts(
    const nlohmann::json* section, std::string_view sectionName, std::string_view listName);

} // namespace moru
