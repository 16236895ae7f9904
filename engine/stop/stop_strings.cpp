#include "engine/stop/stop_strings.h"

#include <algorithm>
#include <utility>

namespace moru {

StopStringMatcher::Pattern::Pattern(std::string string)
    : text(std::move(string))
    , fallback(text.size(), 0)
{
    std::size_t border = 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        while (border > 0 && text[i] != text[border])
            border = fallback[border - 1];
        if (text[i] == text[border])
            ++border;
        fallback[i] = border;
    }
}

bool StopStringMatcher::Pattern::advance(char byte)
{
    while (matched > 0 && text[matched] != byte)
        matched = fallback[matched - 1];
    if (text[matched] == byte)
        ++matched;
    return matched == text.size();
}

StopStringMatcher::StopStringMatcher(std::span<const std::string> stopStrings)
{
    for (const std::string& string : stopStrings) {
        if (!string.empty())
            patterns_.emplace_back(string);
    }
}

StopStringMatcher::Step StopStringMatcher::push(std::string_view piece)
{
    if (stopped_)
        return { .text = {}, .stopped = true };
    for (const char byte : piece) {
        held_.push_back(byte);
        std::size_t longest = 0;
        for (Pattern& pattern : patterns_) {
            if (pattern.advance(byte))
                longest = std::max(longest, pattern.text.size());
        }
        if (longest > 0) {
            stopped_ = true;
            held_.resize(held_.size() - longest);
            return { .text = std::exchange(held_, {}), .stopped = true };
        }
    }
    std::size_t pending = 0;
    for (const Pattern& pattern : patterns_)
        pending = std::max(pending, pattern.matched);
    std::string certain = held_.substr(0, held_.size() - pending);
    held_.erase(0, certain.size());
    return { .text = std::move(certain), .stopped = false };
}

std::string StopStringMatcher::startAnew()
{
    for (Pattern& pattern : patterns_)
        pattern.matched = 0;
    return std::exchange(held_, {});
}

std::string StopStringMatcher::finish()
{
    stopped_ = true;
    return std::exchange(held_, {});
}

} // namespace moru
