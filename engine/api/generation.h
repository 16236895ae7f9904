#pragma once

#include "engine/api/error.h"
#include "engine/api/profile.h"
#include "engine/api/prompt.h"
#include "engine/api/sampling.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace moru {

/// What to do with a conversation that no longer fits into the context. An answer that fills the context ends
/// with StopReason::ContextFull under either.
enum class OverflowPolicy {
    Refuse, ///< Error ContextFull with both counts; nothing is left out silently.
    /// Leaves out the oldest turns, never the system text nor the last turn, in steps of a quarter of the
    /// context: so the prompt's beginning stays the same for several turns, and what is cached can be reused.
    DropOldestTurns,
};

/// A conversation to answer.
struct ChatPrompt {
    std::vector<ChatMessage> messages;
    PromptOptions options;
    OverflowPolicy overflow = OverflowPolicy::Refuse;
};

/// Text to continue; what the tokenizer puts in front ("<bos>") is added.
struct TextPrompt {
    std::string text;
};

/// Token ids to continue, exactly as given.
struct TokenPrompt {
    std::vector<TokenId> ids;
};

struct GenerationRequest {
    std::variant<ChatPrompt, TextPrompt, TokenPrompt> prompt;
    SamplingOptions sampling;
    StopOptions stop;
    std::optional<std::uint64_t> seed; ///< Unset: a random one, told in the result.
    std::optional<int> thinkingBudget; ///< Tokens after which a thinking block is closed.
    std::stop_token answerNow; ///< Requested: an open thinking block is closed at the next token.
};

struct PrefillProgress {
    int tokensDone = 0; ///< Of the new tokens.
    int tokensTotal = 0; ///< New tokens: those that had to be computed.
    int tokensReused = 0; ///< Already in the cache.

    bool operator==(const PrefillProgress&) const = default;
};

/// One token of the answer as it comes.
struct GeneratedToken {
    TokenId id = 0;
    /// Text that became certain with this token: whole characters, never a part of a stop string.
    std::string text;
    bool isThinking = false;
    StepProfile profile; ///< The forward pass that led to this token.
};

/// Hears of a generation while it runs, on the thread that runs it.
class GenerationObserver {
public:
    virtual ~GenerationObserver() = default;
    virtual void prefillAdvanced(const PrefillProgress& progress) = 0; ///< After each chunk, and once at 0.
    virtual void tokenGenerated(const GeneratedToken& token) = 0;
};

/// Figures without enough samples are unset, never zero.
struct GenerationTimings {
    double promptMs = 0; ///< Prefill of the new tokens.
    std::optional<double> promptTokensPerSecond; ///< New prompt tokens / prefill time.
    std::optional<double> firstTokenMs; ///< From the request to the first token.
    double decodeMs = 0; ///< From the first token to the last.
    std::optional<double> decodeTokensPerSecond; ///< (n − 1) / (time of last token − time of first).
    double totalMs = 0;
};

/// Everything that is known of an answer at its end, however it ended.
struct GenerationResult {
    std::vector<TokenId> ids; ///< Generated, with the end token where there is one.
    std::string text; ///< All text that was shown, thinking included.
    std::string thinking;
    std::string answer;
    StopReason stopReason = StopReason::Error;
    std::optional<Error> error; ///< Set exactly when stopReason is Error.
    int promptTokens = 0; ///< All of them, reused ones too.
    int reusedTokens = 0;
    int droppedMessages = 0; ///< Oldest messages left out so that the prompt fits.
    GenerationTimings timings;
    ProfileReport profile;
    std::uint64_t seed = 0; ///< The one used.
    SamplingOptions sampling; ///< Those used.
};

} // namespace moru
