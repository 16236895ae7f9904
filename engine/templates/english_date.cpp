#include "engine/templates/english_date.h"

#include <array>
#include <ctime>
#include <string_view>

#include <fmt/core.h>

namespace moru {

std::string todayInEnglish()
{
    constexpr std::array<std::string_view, 12> kMonths { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
        "Aug", "Sep", "Oct", "Nov", "Dec" };
    const std::time_t now = std::time(nullptr);
    std::tm local {};
    localtime_r(&now, &local);
    const auto month = static_cast<std::size_t>(local.tm_mon) % kMonths.size();
    return fmt::format("{:02} {} {}", local.tm_mday, kMonths[month], 1900 + local.tm_year);
}

} // namespace moru
