#include "engine/stop/thinking_splitter.h"

namespace moru {

ThinkingSplitter::ThinkingSplitter(
    std::optional<TokenId> startMarker, std::optional<TokenId> endMarker, bool startsInside)
    : m_start(startMarker)
    , m_end(endMarker)
    , m_inside(startsInside && endMarker.has_value())
    , m_everInside(m_inside)
{
}

ThinkingSplitter::Kind ThinkingSplitter::push(TokenId id)
{
    if (m_start && id == *m_start) {
        if (m_inside)
            return Kind::Stray;
        m_inside = true;
        m_everInside = true;
        return Kind::Opened;
    }
    if (m_end && id == *m_end) {
        if (m_inside) {
            m_inside = false;
            return Kind::Closed;
        }
        if (m_everInside)
            return Kind::Stray;
        m_everInside = true;
        m_thinkingTokens += m_answerTokens;
        m_answerTokens = 0;
        return Kind::ClosedUnopened;
    }
    ++(m_inside ? m_thinkingTokens : m_answerTokens);
    return m_inside ? Kind::Thinking : Kind::Answer;
}

} // namespace moru
