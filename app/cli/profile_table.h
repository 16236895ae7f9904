#pragma once

#include "app/cli/output.h"
#include "engine/api/profile.h"

#include <string>

namespace moru::cli {

/// {"prefill":{"operations":[{"name","role","calls","ms","share","gb_s","gops"}],"wall_ms"},"decode":{…}}
[[nodiscard]] Json profileJson(const ProfileReport& report);

/// The same as two tables, the longest operation first.
[[nodiscard]] std::string profileText(const ProfileReport& report);

} // namespace moru::cli
