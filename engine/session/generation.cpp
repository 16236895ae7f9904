#include "engine/session/generation.h"

#include "engine/sampler/random.h"
#include "engine/sampler/sampler.h"
#include "engine/session/answer_stream.h"
#include "engine/session/profile_accumulator.h"
#include "engine/stop/end_tokens.h"
#include "engine/stop/repetition_detector.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>

namespace moru {

namespace {

using Clock = std::chrono::steady_clock;
using Phase = ProfileAccumulator::Phase;

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

std::int64_t nanoseconds(Clock::duration duration)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
}

/// One answer from request to result.
class Generation {
public:
    Generation(const LoadedModelImplementation& model, SequenceRunner& runner,
        const GenerationRequest& request, GenerationObserver& observer, const std::stop_token& stop)
        : model_(model)
        , runner_(runner)
        , request_(request)
        , observer_(observer)
        , stop_(stop)
        , profile_(model.program())
    {
    }

    GenerationResult run()
    {
        result_.sampling = request_.sampling;
        result_.seed = request_.seed.value_or(randomSeed());
        if (auto done = answer(); !done) {
            result_.stopReason
                = done.error().code == ErrorCode::Cancelled ? StopReason::Cancelled : StopReason::Error;
            if (result_.stopReason == StopReason::Error)
                result_.error = done.error();
        }
        finishTimings();
        result_.profile = profile_.report();
        return std::move(result_);
    }

private:
    Result<void> answer()
    {
        auto prompt = preparePrompt(model_, request_);
        if (!prompt)
            return std::unexpected(prompt.error());
        result_.droppedMessages = prompt->droppedMessages;
        if (auto checked = runner_.checkPrompt(prompt->ids); !checked)
            return checked;
        const int rows = model_.description().vocabularySize;
        const int tokens = model_.tokenizer() ? std::min(model_.tokenizer()->tokenCount(), rows) : rows;
        auto sampler = Sampler::create(request_.sampling, rows, tokens, {}, result_.seed);
        if (!sampler)
            return std::unexpected(sampler.error());
        sampler->countPrompt(prompt->ids);
        AnswerStream stream(model_.tokenizer(), prompt->isChat ? model_.promptFormat() : nullptr,
            prompt->endsInsideThinking, request_.stop.stopStrings);
        if (auto entered = prefill(prompt->ids); !entered)
            return entered;
        auto decoded = decode(*sampler, stream);
        result_.thinking = stream.thinking();
        result_.answer = stream.answer();
        result_.text = stream.allText();
        runner_.state().takeSnapshot();
        return decoded;
    }

    Result<void> prefill(std::span<const TokenId> ids)
    {
        result_.promptTokens = int(ids.size());
        result_.reusedTokens = runner_.reusePrefix(ids);
        const auto fresh = ids.subspan(std::size_t(result_.reusedTokens));
        PrefillProgress progress { 0, int(fresh.size()), result_.reusedTokens };
        observer_.prefillAdvanced(progress);
        const Clock::time_point start = Clock::now();
        auto entered = runner_.enterPrompt(
            fresh,
            [&](const SequenceRunner::Chunk& chunk) {
                lastPass_
                    = profile_.add(runner_.executor(), Phase::Prefill, chunk.tokenCount, chunk.hasLogits);
                lastPass_.contextLength = chunk.firstPosition;
                progress.tokensDone += chunk.tokenCount;
                observer_.prefillAdvanced(progress);
            },
            stop_);
        result_.timings.promptMs = milliseconds(Clock::now() - start);
        if (entered && result_.timings.promptMs > 0)
            result_.timings.promptTokensPerSecond = double(fresh.size()) * 1000 / result_.timings.promptMs;
        return entered;
    }

    Result<void> decode(Sampler& sampler, AnswerStream& stream)
    {
        const EndTokens endTokens(model_.description().endTokenIds);
        RepetitionDetector repetition;
        auto ended = [&](StopReason reason) -> Result<void> {
            result_.stopReason = reason;
            showHeldBack(stream);
            return {};
        };
        for (;;) {
            if (stop_.stop_requested())
                return ended(StopReason::Cancelled);
            if (request_.stop.maxTokens && stream.answerTokenCount() >= *request_.stop.maxTokens)
                return ended(StopReason::MaxTokens);
            const auto id = choose(sampler, stream);
            if (!id)
                return nothingToChoose();
            sampler.count(*id);
            result_.ids.push_back(*id);
            noteTime();
            if (endTokens.contains(*id)) {
                show(
                    { .id = *id, .text = {}, .isThinking = stream.isInsideThinking(), .profile = lastPass_ });
                return ended(StopReason::EndToken);
            }
            AnswerStream::Piece piece = stream.push(*id);
            show({ *id, std::move(piece.text), piece.isThinking, lastPass_ });
            if (piece.foundStopString) {
                result_.stopReason = StopReason::StopString;
                return {};
            }
            if (request_.stop.detectRepetition && repetition.push(*id))
                return ended(StopReason::Repetition);
            if (request_.stop.maxTokens && stream.answerTokenCount() >= *request_.stop.maxTokens)
                return ended(StopReason::MaxTokens);
            if (runner_.remainingContext() < 1)
                return ended(StopReason::ContextFull);
            const Clock::time_point start = Clock::now();
            if (auto entered = runner_.enterToken(*id); !entered)
                return entered;
            lastPass_ = profile_.add(runner_.executor(), Phase::Decode, 1, true);
            lastPass_.startNs = nanoseconds(start - started_);
            lastPass_.contextLength = runner_.state().length() - 1;
        }
    }

    [[nodiscard]] Result<void> nothingToChoose() const
    {
        const auto logits = runner_.logits();
        if (std::ranges::none_of(logits, [](float logit) { return std::isfinite(logit); }))
            return failure(ErrorCode::NotFinite, model_.description().folder.string(),
                "not one of {} logits is a finite number", logits.size());
        return failure(ErrorCode::InvalidRequest, "sampling", "no token can be chosen: all are masked");
    }

    /// The sampler's choice, or what closes a thinking block whose time is up.
    std::optional<TokenId> choose(Sampler& sampler, const AnswerStream& stream)
    {
        if (forced_.empty() && thinkingIsOver(stream))
            closeThinking(*stream.thinkingEnd());
        if (!forced_.empty()) {
            const TokenId id = forced_.front();
            forced_.pop_front();
            return id;
        }
        const Clock::time_point start = Clock::now();
        const auto id = sampler.choose(runner_.logits());
        const std::int64_t timeNs = nanoseconds(Clock::now() - start);
        profile_.addSampling(result_.ids.empty() ? Phase::Prefill : Phase::Decode, timeNs);
        lastPass_.roleNs[std::size_t(OperationRole::Sampling)] += timeNs;
        lastPass_.durationNs += timeNs;
        return id;
    }

    bool thinkingIsOver(const AnswerStream& stream) const
    {
        if (!stream.isInsideThinking() || !stream.thinkingEnd())
            return false;
        return request_.answerNow.stop_requested()
            || (request_.thinkingBudget && stream.thinkingTokenCount() >= *request_.thinkingBudget);
    }

    /// The block ends as the family's templates write it: a line feed, the marker, an empty line.
    void closeThinking(TokenId marker)
    {
        for (const TokenId id : model_.tokenizer()->encode("\n", {}))
            forced_.push_back(id);
        forced_.push_back(marker);
        for (const TokenId id : model_.tokenizer()->encode("\n\n", {}))
            forced_.push_back(id);
    }

    void show(const GeneratedToken& token) { observer_.tokenGenerated(token); }

    /// Text that waited for more bytes or might have become a stop string goes with the last token.
    void showHeldBack(AnswerStream& stream)
    {
        AnswerStream::Piece piece = stream.finish();
        if (!piece.text.empty() && !result_.ids.empty())
            show({ result_.ids.back(), std::move(piece.text), piece.isThinking, {} });
    }

    void noteTime()
    {
        const Clock::time_point now = Clock::now();
        if (result_.ids.size() == 1)
            firstToken_ = now;
        lastToken_ = now;
    }

    void finishTimings()
    {
        GenerationTimings& timings = result_.timings;
        timings.totalMs = milliseconds(Clock::now() - started_);
        if (result_.ids.empty())
            return;
        timings.firstTokenMs = milliseconds(firstToken_ - started_);
        timings.decodeMs = milliseconds(lastToken_ - firstToken_);
        if (result_.ids.size() > 1 && timings.decodeMs > 0)
            timings.decodeTokensPerSecond = double(result_.ids.size() - 1) * 1000 / timings.decodeMs;
    }

    const LoadedModelImplementation& model_;
    SequenceRunner& runner_;
    const GenerationRequest& request_;
    GenerationObserver& observer_;
    const std::stop_token& stop_;
    ProfileAccumulator profile_;
    GenerationResult result_;
    StepProfile lastPass_;
    std::deque<TokenId> forced_; ///< Come next, whatever the logits say.
    Clock::time_point started_ = Clock::now();
    Clock::time_point firstToken_;
    Clock::time_point lastToken_;
};

} // namespace

GenerationResult runGeneration(const LoadedModelImplementation& model, SequenceRunner& runner,
    const GenerationRequest& request, GenerationObserver& observer, const std::stop_token& stop)
{
    return Generation(model, runner, request, observer, stop).run();
}

} // namespace moru
