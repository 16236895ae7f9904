#pragma once

#include <string>

namespace moru {

/// Today in local time as Python's "%d %b %Y" in English writes it: "05 Jan 2031", whatever the locale.
[[nodiscard]] std::string todayInEnglish();

} // namespace moru
