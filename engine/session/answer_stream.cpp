#include "engine/session/answer_stream.h"

namespace moru {

namespace {

std::optional<TokenId> markerId(const Tokenizer* tokenizer, std::string_view spelling)
{
    if (!tokenizer || spelling.empty())
        return std::nullopt;
    return tokenizer->tokenId(spelling);
}

} // namespace

AnswerStream::AnswerStream(const Tokenizer* tokenizer, const PromptFormat* format, bool startsInsideThinking,
    const std::vector<std::string>& stopStrings)
    : decoder_(tokenizer ? tokenizer->streamingDecoder(true) : nullptr)
    , tokenizer_(tokenizer)
    , thinkingEnd_(markerId(tokenizer, format ? format->thinkingEnd() : std::string_view()))
    , splitter_(markerId(tokenizer, format ? format->thinkingStart() : std::string_view()), thinkingEnd_,
          startsInsideThinking)
    , matcher_(stopStrings)
    , atBlockStart_(startsInsideThinking)
{
}

AnswerStream::Piece AnswerStream::toAnswer(std::string text)
{
    const StopStringMatcher::Step step = matcher_.push(text);
    answer_ += step.text;
    return { step.text, false, step.stopped };
}

AnswerStream::Piece AnswerStream::flushDecoder(bool wasThinking)
{
    std::string held = decoder_->finish();
    decoder_ = tokenizer_->streamingDecoder(true);
    if (!wasThinking) {
        // A stop string does not reach across a marker: what waited for its rest belongs to this side.
        Piece piece = toAnswer(std::move(held));
        if (!piece.foundStopString) {
            const std::string waited = matcher_.startAnew();
            answer_ += waited;
            piece.text += waited;
        }
        return piece;
    }
    thinking_ += held;
    return { std::move(held), true, false };
}

AnswerStream::Piece AnswerStream::push(TokenId id)
{
    using Kind = ThinkingSplitter::Kind;
    const bool wasThinking = splitter_.isInside();
    const Kind kind = splitter_.push(id);
    if (!decoder_)
        return { {}, splitter_.isInside(), false };
    if (kind != Kind::Answer && kind != Kind::Thinking) {
        atBlockStart_ = kind != Kind::Stray;
        Piece piece = flushDecoder(wasThinking);
        if (kind == Kind::ClosedUnopened) {
            thinking_ += answer_;
            answer_.clear();
        }
        return piece;
    }
    std::string text = decoder_->push(id);
    if (atBlockStart_) {
        text.erase(0, text.find_first_not_of('\n'));
        atBlockStart_ = text.empty();
    }
    if (kind == Kind::Answer)
        return toAnswer(std::move(text));
    thinking_ += text;
    return { std::move(text), true, false };
}

AnswerStream::Piece AnswerStream::finish()
{
    if (!decoder_)
        return {};
    const bool isThinking = splitter_.isInside();
    Piece piece = flushDecoder(isThinking);
    if (!isThinking && !piece.foundStopString) {
        const std::string held = matcher_.finish();
        answer_ += held;
        piece.text += held;
    }
    return piece;
}

} // namespace moru
