#pragma once

#include "app/interfaces/inference_engine.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace moru::test {

/// What the test says and sees of a FakeEngine, from another thread.
class EngineScript {
public:
    // What happens next. Loads and tokens wait for these words, so that a test decides the order of events.
    void letLoadFinish();
    void failNextLoad(ErrorCode code);
    void letTokens(int count, bool thinking = false, const std::string& text = "word ");
    void letGenerationFinish(StopReason reason = StopReason::EndToken);
    void failGeneration(ErrorCode code);
    /// From here on everything finishes by itself: loads at once, answers after `tokens` tokens.
    void runFreely(int tokens);
    /// What the next answer's result says of its prompt.
    void describePrompt(int reusedTokens, int droppedMessages);
    /// The engine stops listening to its stop tokens, as when a disk hangs.
    void becomeDeaf();
    void hearAgain();

    // What happened.
    [[nodiscard]] std::vector<std::string> loads() const; ///< Titles, in order.
    [[nodiscard]] int ejectCount() const;
    [[nodiscard]] std::vector<GenerationRequest> requests() const;
    [[nodiscard]] bool isModelLoaded() const;
    /// Calls that would have held up the window: those on the thread of the application's event loop.
    [[nodiscard]] int callsOnTheWindowsThread() const;
    [[nodiscard]] int countedPrompts() const;
    bool isBaseModel = false; ///< Of the models loaded from now on; set before the load.
    bool hasThinkingSwitch = false;

private:
    friend class FakeEngine;
    friend class FakePromptReader;
    void noteThread();
    /// Until `happened` or a stop that is heard. True for the stop.
    [[nodiscard]] bool waitFor(std::unique_lock<std::mutex>& lock, const std::stop_token& stop,
        const std::function<bool()>& happened);
    struct Token {
        std::string text;
        bool isThinking = false;
    };
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_runsFreely = false;
    bool m_isDeaf = false;
    int m_freeTokens = 0;
    int m_loadPermits = 0;
    std::deque<ErrorCode> m_loadErrors;
    std::deque<Token> m_tokens;
    bool m_finishes = false;
    StopReason m_reason = StopReason::EndToken;
    ErrorCode m_error = ErrorCode::Internal;
    std::vector<std::string> m_loads;
    std::vector<GenerationRequest> m_requests;
    int m_ejects = 0;
    bool m_isLoaded = false;
    int m_contextLength = 0; // of the loaded model
    int m_callsOnTheWindowsThread = 0;
    int m_countedPrompts = 0;
    int m_reusedTokens = 0;
    int m_droppedMessages = 0;
};

/// Prompts of the fake engine: a token for each word, and one in front of each message ("<user>").
class FakePromptReader final : public PromptReader {
public:
    explicit FakePromptReader(std::shared_ptr<EngineScript> script);
    [[nodiscard]] Result<Count> count(const PromptRequest& prompt) const override;
    [[nodiscard]] Result<PromptText> read(const PromptRequest& prompt, int droppedMessages) const override;

private:
    std::shared_ptr<EngineScript> m_script;
};

/// An engine without a model: does what its script says, when it says it.
class FakeEngine final : public InferenceEngine {
public:
    explicit FakeEngine(std::shared_ptr<EngineScript> script);

    [[nodiscard]] Result<LoadedModelInfo> load(
        const LoadModelRequest& request, const LoadObserver& observer, std::stop_token stop) override;
    void eject() override;
    [[nodiscard]] GenerationResult generate(
        const GenerationRequest& request, GenerationObserver& observer, std::stop_token stop) override;
    [[nodiscard]] Machine machine(bool probe) override;
    [[nodiscard]] std::shared_ptr<const PromptReader> promptReader() const override;

private:
    std::shared_ptr<EngineScript> m_script;
};

/// A request to load a model of this title.
[[nodiscard]] LoadModelRequest modelNamed(const char* title);

} // namespace moru::test
