#pragma once

#include "engine/api/tokenizer.h"

#include <optional>

namespace moru {

/// Tells thinking from answer, token by token and before text decoding, so that "<think>" spelled out in code
/// or in a person's text never counts: only the marker tokens do.
///
/// The text of a marker belongs to neither side: flush the streaming decoder (`finish`) when one arrives and
/// do not decode it.
class ThinkingSplitter {
public:
    enum class Kind {
        Answer,
        Thinking,
        Opened, ///< The marker that opens a block.
        Closed, ///< The marker that closes the open block.
        /// A closing marker without an opening one in the whole answer: the model began to think by itself,
        /// so everything before it was thinking.
        ClosedUnopened,
        Stray, ///< A marker that changes nothing: opening inside a block, closing when all are closed.
    };

    /// Unset markers: the family has none, everything is answer. `startsInside`: the prompt opened a block
    /// (RenderedPrompt::endsInsideThinking).
    ThinkingSplitter(std::optional<TokenId> startMarker, std::optional<TokenId> endMarker, bool startsInside);

    [[nodiscard]] Kind push(TokenId id);

    /// Inside a block now; at the end of an answer: the block was cut.
    [[nodiscard]] bool isInside() const { return inside_; }

    /// Tokens inside blocks so far, markers not counted: what a thinking budget is compared with.
    [[nodiscard]] int thinkingTokenCount() const { return thinkingTokens_; }
    [[nodiscard]] int answerTokenCount() const { return answerTokens_; }

private:
    std::optional<TokenId> start_;
    std::optional<TokenId> end_;
    bool inside_ = false;
    bool everInside_ = false;
    int thinkingTokens_ = 0;
    int answerTokens_ = 0;
};

} // namespace moru
