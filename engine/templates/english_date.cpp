#include "engine/templates/english_date.h"

#include <array>
#include <ctime>

#include <fmt/core.h>

namespace moru {

namespace {

constexpr std::array<std::string_view, 12> kMonths { "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December" };
constexpr std::array<std::string_view, 7> kDays { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday",
    "Friday", "Saturday" };

std::string field(char code, const std::tm& time)
{
    const std::string_view month = kMonths[static_cast<std::size_t>(time.tm_mon) % kMonths.size()];
    const std::string_view day = kDays[static_cast<std::size_t>(time.tm_wday) % kDays.size()];
    switch (code) {
    case 'd':
        return fmt::format("{:02}", time.tm_mday);
    case 'm':
        return fmt::format("{:02}", time.tm_mon + 1);
    case 'b':
        return std::string(month.substr(0, 3));
    case 'B':
        return std::string(month);
    case 'a':
        return std::string(day.substr(0, 3));
    case 'A':
        return std::string(day);
    case 'y':
        return fmt::format("{:02}", time.tm_year % 100);
    case 'Y':
        return fmt::format("{}", 1900 + time.tm_year);
    case 'H':
        return fmt::format("{:02}", time.tm_hour);
    case 'I':
        return fmt::format("{:02}", time.tm_hour % 12 == 0 ? 12 : time.tm_hour % 12);
    case 'p':
        return time.tm_hour < 12 ? "AM" : "PM";
    case 'M':
        return fmt::format("{:02}", time.tm_min);
    case 'S':
        return fmt::format("{:02}", time.tm_sec);
    case 'j':
        return fmt::format("{:03}", time.tm_yday + 1);
    case '%':
        return "%";
    default:
        return { '%', code };
    }
}

} // namespace

std::string todayInEnglish()
{
    return nowInEnglish("%d %b %Y");
}

std::string nowInEnglish(std::string_view format)
{
    const std::time_t now = std::time(nullptr);
    std::tm local {};
    localtime_r(&now, &local);
    std::string text;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] == '%' && i + 1 < format.size())
            text += field(format[++i], local);
        else
            text += format[i];
    }
    return text;
}

} // namespace moru
