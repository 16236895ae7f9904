#include "engine/api/session.h"

#include "engine/session/forward_pass.h"
#include "engine/session/generation.h"
#include "engine/session/limits.h"

#include <chrono>
#include <numeric>

namespace moru {

namespace {

class Session final : public InferenceSession {
public:
    explicit Session(std::shared_ptr<const LoadedModelImplementation> model)
        : model_(std::move(model))
        , pool_(model_->options().threadCount)
    {
    }

    Result<void> prepare()
    {
        auto runner = SequenceRunner::create(*model_, model_->program(), pool_, kDefaultChunkSize);
        if (!runner)
            return std::unexpected(runner.error());
        runner_ = std::move(*runner);
        runner_->makeResident(pool_, kResidentPositions);
        return {};
    }

    GenerationResult generate(
        const GenerationRequest& request, GenerationObserver& observer, std::stop_token stop) override
    {
        return runGeneration(*model_, *runner_, request, observer, stop);
    }

    Result<std::vector<TokenId>> promptIds(const GenerationRequest& request) const override
    {
        auto prompt = preparePrompt(*model_, request);
        if (!prompt)
            return std::unexpected(prompt.error());
        return std::move(prompt->ids);
    }

    Result<ForwardResult> forward(const ForwardRequest& request, std::stop_token stop) override
    {
        return runForward(*model_, pool_, request, stop);
    }

    Result<void> scan(
        std::span<const TokenId> ids, const LogitsObserver& observer, std::stop_token stop) override
    {
        if (auto checked = runner_->checkPrompt(ids); !checked)
            return checked;
        std::vector<int> all(ids.size());
        std::iota(all.begin(), all.end(), 0);
        runner_->clear();
        return runner_->enter(
            ids, all, {}, [&](int position, int row) { observer(position, runner_->logits(row)); }, stop);
    }

    Result<BenchTimes> bench(int promptTokens, int generatedTokens, int depth, std::stop_token stop) override
    {
        const std::int64_t total = std::int64_t(depth) + promptTokens + generatedTokens;
        if (promptTokens < 0 || generatedTokens < 0 || depth < 0 || total < 1)
            return failure(ErrorCode::InvalidRequest, "bench", "token counts must be positive");
        if (total > model_->options().contextLength)
            return failure(ErrorCode::ContextFull, "bench", "{} tokens, the context holds {}", total,
                model_->options().contextLength);
        runner_->clear();
        if (auto entered = runner_->enter(madeUpIds(depth), {}, {}, {}, stop); !entered)
            return std::unexpected(entered.error());
        BenchTimes times;
        const auto start = std::chrono::steady_clock::now();
        const auto countOperations = [&](const SequenceRunner::Chunk& chunk) {
            times.prefillOperations += costOfPass(chunk.hasLogits).operations;
        };
        const std::vector<TokenId> prompt = madeUpIds(promptTokens);
        const int last = promptTokens - 1;
        const auto wanted = promptTokens > 0 ? std::span(&last, 1) : std::span<const int>();
        if (auto entered = runner_->enter(prompt, wanted, countOperations, {}, stop); !entered)
            return std::unexpected(entered.error());
        const auto middle = std::chrono::steady_clock::now();
        for (const TokenId id : madeUpIds(generatedTokens)) {
            if (stop.stop_requested())
                return failure(ErrorCode::Cancelled, "bench", "stopped");
            if (auto entered = runner_->enterToken(id); !entered)
                return std::unexpected(entered.error());
        }
        const auto end = std::chrono::steady_clock::now();
        times.prefillSeconds = std::chrono::duration<double>(middle - start).count();
        times.decodeSeconds = std::chrono::duration<double>(end - middle).count();
        if (generatedTokens > 0)
            times.decodeBytesPerToken = costOfPass(true).bytesRead;
        return times;
    }

    void reset() override { runner_->clear(); }

    MemoryUse memory() const override { return model_->memory(); }

    int cachedTokenCount() const override { return runner_->state().length(); }

private:
    /// Ids spread over the vocabulary; the same every time.
    [[nodiscard]] std::vector<TokenId> madeUpIds(int count) const
    {
        std::vector<TokenId> ids(std::size_t(count), 0);
        std::uint32_t state = 1;
        for (TokenId& id : ids) {
            state = state * 1664525U + 1013904223U; // Numerical Recipes' generator: any spread will do
            id = TokenId((state >> 8) % std::uint32_t(model_->description().vocabularySize));
        }
        return ids;
    }

    [[nodiscard]] StepCost costOfPass(bool headRan) const
    {
        StepCost sum;
        const Program& program = model_->program();
        for (std::size_t i = 0; i < program.steps.size(); ++i) {
            if (program.steps[i].isInHead && !headRan)
                break;
            const StepCost cost = runner_->executor().costOf(int(i));
            sum.bytesRead += cost.bytesRead;
            sum.operations += cost.operations;
        }
        return sum;
    }

    std::shared_ptr<const LoadedModelImplementation> model_;
    ThreadPool pool_;
    std::unique_ptr<SequenceRunner> runner_;
};

} // namespace

Result<std::unique_ptr<InferenceSession>> createSession(std::shared_ptr<const LoadedModel> model)
{
    // loadModel makes no other kind.
    auto session = std::make_unique<Session>(
        std::static_pointer_cast<const LoadedModelImplementation>(std::move(model)));
    if (auto prepared = session->prepare(); !prepared)
        return std::unexpected(prepared.error());
    return session;
}

} // namespace moru
