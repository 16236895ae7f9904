#pragma once

#include "engine/api/error.h"
#include "engine/api/tokenizer.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace moru {

/// How the next token is chosen, in the order in which the fields act. A model's generation_config.json
/// fills it first; what the person changed comes after.
struct SamplingOptions {
    /// Divides positive and multiplies negative logits of every id already in prompt or answer, once each
    /// (Keskar 2019, arXiv:1909.05858). 1 turns it off.
    double repetitionPenalty = 1.0;
    /// Subtracted once per occurrence of an id in the answer. 0 turns it off.
    double frequencyPenalty = 0.0;
    /// Subtracted once from every id that is in the answer. 0 turns it off.
    double presencePenalty = 0.0;
    /// Divides the logits. 0 is greedy: the largest logit wins, the filters and the seed are not used.
    double temperature = 0.7;
    int topK = 40; ///< Keeps the k largest; ties at the border stay. 0 turns it off.
    /// Keeps the smallest set whose probability reaches p (Holtzman 2019, arXiv:1904.09751). 1 turns it off.
    double topP = 0.95;
    double minP = 0.0; ///< Drops what is less likely than p times the likeliest. 0 turns it off.

    [[nodiscard]] static SamplingOptions greedy();
};

struct StopOptions {
    std::vector<std::string>
        stopStrings; ///< The answer ends before the first of these; they are never shown.
    std::optional<int> maxTokens; ///< Unset: until the context is full.
    bool detectRepetition = true; ///< Stops an answer that loops over the same few tokens.
};

enum class StopReason {
    EndToken, ///< The model closed its answer.
    StopString,
    Repetition,
    MaxTokens,
    ContextFull,
    Cancelled, ///< The person pressed Stop.
    Ejected, ///< The model was taken away.
    Error,
};

/// "end_token", "stop_string" … as scripts see it.
[[nodiscard]] std::string_view stopReasonName(StopReason reason);

/// The distribution that one set of options makes of a logits vector. For `moru-cli sample` and the prompt
/// view. Shapes: logits, result [vocabulary]; -inf marks ids that can never be chosen. Errors: InvalidRequest
/// for options out of range or an id outside the vocabulary.
[[nodiscard]] Result<std::vector<float>> samplingDistribution(std::span<const float> logits,
    std::span<const TokenId> promptIds, std::span<const TokenId> generatedIds,
    const SamplingOptions& options);

} // namespace moru
