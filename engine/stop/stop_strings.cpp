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
            m_patterns.emplace_back(string);
    }
}

StopStringMatcher::Step StopStringMatcher::push(std::string_view piece)
{
    if (m_stopped)
        return { .text = {}, .stopped = true };
    for (const char byte : piece) {
        m_held.push_back(byte);
        std::size_t longest = 0;
        for (Pattern& pattern : m_patterns) {
            if (pattern.advance(byte))
                longest = std::max(longest, pattern.text.size());
        }
        if (longest > 0) {
            m_stopped = true;
            m_held.resize(m_held.size() - longest);
            return { .text = std::exchange(m_held, {}), .stopped = true };
        }
    }
    std::size_t pending = 0;
    for (const Pattern& pattern : m_patterns)
        pending = std::max(pending, pattern.matched);
    std::string certain = m_held.substr(0, m_held.size() - pending);
    m_held.erase(0, certain.size());
    return { .text = std::move(certain), .stopped = false };
}

std::string StopStringMatcher::finish()
{
    m_stopped = true;
    return std::exchange(m_held, {});
}

} // namespace moru
