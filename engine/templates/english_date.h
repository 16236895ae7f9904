#pragma once

#include <string>
#include <string_view>

namespace moru {

/// Today in local time as Python's "%d %b %Y" in English writes it: "05 Jan 2031", whatever the locale.
[[nodiscard]] std::string todayInEnglish();

/// Now in local time as Python's strftime in English writes it. Codes that it does not know stay as they are.
[[nodiscard]] std::string nowInEnglish(std::string_view format);

} // namespace moru
