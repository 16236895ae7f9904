#pragma once

#include "engine/api/generation.h"
#include "engine/api/prompt.h"
#include "engine/api/tokenizer.h"
#include "engine/stop/stop_strings.h"
#include "engine/stop/thinking_splitter.h"

#include <memory>
#include <optional>
#include <string>

namespace moru {

/// Turns the tokens of one answer into text for two places, thinking and answer: markers are cut out, whole
/// characters only are shown, and nothing that is or may become a stop string.
class AnswerStream {
public:
    /// `tokenizer` and `format` may be null: ids without a tokenizer have no text.
    AnswerStream(const Tokenizer* tokenizer, const PromptFormat* format, bool startsInsideThinking,
        const std::vector<std::string>& stopStrings);

    struct Piece {
        std::string text;
        bool isThinking = false;
        bool foundStopString = false;
    };
    [[nodiscard]] Piece push(TokenId id);
    /// What was held back, at the end of the answer.
    [[nodiscard]] Piece finish();

    [[nodiscard]] const std::string& thinking() const { return thinking_; }
    [[nodiscard]] const std::string& answer() const { return answer_; }
    [[nodiscard]] std::string allText() const { return thinking_ + answer_; }
    [[nodiscard]] bool isInsideThinking() const { return splitter_.isInside(); }
    [[nodiscard]] int thinkingTokenCount() const { return splitter_.thinkingTokenCount(); }
    [[nodiscard]] int answerTokenCount() const { return splitter_.answerTokenCount(); }
    [[nodiscard]] std::optional<TokenId> thinkingEnd() const { return thinkingEnd_; }

private:
    [[nodiscard]] Piece flushDecoder(bool wasThinking);
    [[nodiscard]] Piece toAnswer(std::string text);

    std::unique_ptr<StreamingDecoder> decoder_;
    const Tokenizer* tokenizer_;
    std::optional<TokenId> thinkingEnd_;
    ThinkingSplitter splitter_;
    StopStringMatcher matcher_;
    std::string thinking_;
    std::string answer_;
    bool atBlockStart_ = false; ///< Line feeds right after a marker belong to the markup, not to the text.
};

} // namespace moru
