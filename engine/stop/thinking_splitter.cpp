#include "engine/stop/thinking_splitter.h"

namespace moru {

ThinkingSplitter::ThinkingSplitter(
    std::optional<TokenId> startMarker, std::optional<TokenId> endMarker, bool startsInside)
    : start_(startMarker)
    , end_(endMarker)
    , inside_(startsInside && endMarker.has_value())
    , everInside_(inside_)
{
}

ThinkingSplitter::Kind ThinkingSplitter::push(TokenId id)
{
    if (start_ && id == *start_) {
        if (inside_)
            return Kind::Stray;
        inside_ = true;
        everInside_ = true;
        return Kind::Opened;
    }
    if (end_ && id == *end_) {
        if (inside_) {
            inside_ = false;
            return Kind::Closed;
        }
        if (everInside_)
            return Kind::Stray;
        everInside_ = true;
        thinkingTokens_ += answerTokens_;
        answerTokens_ = 0;
        return Kind::ClosedUnopened;
    }
    ++(inside_ ? thinkingTokens_ : answerTokens_);
    return inside_ ? Kind::Thinking : Kind::Answer;
}

} // namespace moru
