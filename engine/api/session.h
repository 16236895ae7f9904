#pragma once

#include "engine/api/error.h"
#include "engine/api/generation.h"
#include "engine/api/model.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace moru {

/// One tensor of a forward pass, row-major.
struct NamedTensor {
    std::string name; ///< As in goldens: "logits", "hidden.07", "op.03.gate".
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

/// A forward pass for inspection: what the model computes for given ids.
struct ForwardRequest {
    std::vector<TokenId> ids;
    std::vector<int> positions; ///< Rows of logits and hidden states to keep; empty: the last one.
    bool keepHidden = false; ///< hidden.00 (entering layer 0) … hidden.norm (after the final norm).
    std::optional<int> operationsOfLayer; ///< Keeps op.NN.* of this layer, all positions.
    int chunkSize = 0; ///< Prefill in pieces of this many tokens; 0: the engine's choice.
    int greedyTokens = 0; ///< Then decodes this many tokens greedily.
};

struct ForwardResult {
    std::vector<int> positions;
    std::vector<TokenId> argmax; ///< One for each position.
    std::vector<TokenId> greedyIds;
    std::vector<NamedTensor> tensors;
};

/// Called for every position in order. Shape: logits [vocabulary], valid during the call only.
using LogitsObserver = std::function<void(int position, std::span<const float> logits)>;

/// One sequence of tokens and its caches. Belongs to one thread at a time.
class InferenceSession {
public:
    virtual ~InferenceSession() = default;

    /// Answers one request to its end; blocks. Keeps its cache, so that the next request can reuse the
    /// prefix. `stop` is polled every token and every prefill chunk.
    [[nodiscard]] virtual GenerationResult generate(
        const GenerationRequest& request, GenerationObserver& observer, std::stop_token stop)
        = 0;

    /// The ids that `generate` would start from.
    [[nodiscard]] virtual Result<std::vector<TokenId>> promptIds(const GenerationRequest& request) const = 0;

    /// Starts from an empty cache. Errors: TokenOutOfRange, ContextFull, InvalidRequest, Cancelled,
    /// FileChanged.
    [[nodiscard]] virtual Result<ForwardResult> forward(const ForwardRequest& request, std::stop_token stop)
        = 0;

    /// Runs all ids from an empty cache and shows the logits after each. Errors: as forward.
    [[nodiscard]] virtual Result<void> scan(
        std::span<const TokenId> ids, const LogitsObserver& observer, std::stop_token stop)
        = 0;

    /// Times `generatedTokens` forward passes after `promptTokens` at `depth` cached tokens; no sampling.
    struct BenchTimes {
        double prefillSeconds = 0;
        double decodeSeconds = 0;
        std::int64_t decodeBytesPerToken = 0; ///< Weights and cache read for one token.
        std::int64_t prefillOperations = 0;
    };
    [[nodiscard]] virtual Result<BenchTimes> bench(
        int promptTokens, int generatedTokens, int depth, std::stop_token stop)
        = 0;

    virtual void reset() = 0; ///< Forgets the sequence; memory stays reserved.
    [[nodiscard]] virtual MemoryUse memory() const = 0;
    [[nodiscard]] virtual int cachedTokenCount() const = 0;
};

/// How far one model's predictions are from a reference's on the same text, in nats.
struct LogitsComparison {
    int tokenCount = 0; ///< Positions compared.
    double perplexity = 0; ///< Of the model.
    double referencePerplexity = 0;
    double meanKl = 0; ///< Mean of KL(reference ‖ model) over all positions.
    double p99Kl = 0; ///< 99th percentile.
    double topAgreement = 0; ///< Share of positions where both would choose the same token.
};

/// What to measure of a model's damage.
struct DamageRequest {
    /// Tokens that the model enters at once, one comparison each; 0 is what prompts are entered by. Up to
    /// `kDecodingTokens` compute what decoding does: their inputs have 16 bits in every precision.
    std::vector<int> chunkSizes { 0 };
    bool byLayer = false; ///< Also measures what leaves each layer.
    LogitsObserver observer {}; ///< Sees the logits of the first chunk size; may be empty.
};
inline constexpr int kDecodingTokens = 4;

struct ModelDamage {
    std::vector<LogitsComparison> logits; ///< By chunk size.
    /// By layer, with the first chunk size: √(Σ (model − reference)² / Σ reference²) of the residual stream
    /// that leaves it. Empty unless asked for.
    std::vector<double> layerErrors;
};

/// Runs the same ids through both models side by side, the reference as prompts are.
/// Errors: InvalidRequest for different vocabularies or fewer than two ids; as InferenceSession::forward.
[[nodiscard]] Result<ModelDamage> measureDamage(std::shared_ptr<const LoadedModel> reference,
    std::shared_ptr<const LoadedModel> model, std::span<const TokenId> ids, const DamageRequest& request,
    std::stop_token stop);

/// Logits alone, entered as prompts are: quantised against exact, for instance. `observer`, if
/// there is one, sees the model's logits. Errors: as measureDamage.
[[nodiscard]] Result<LogitsComparison> compareModels(std::shared_ptr<const LoadedModel> reference,
    std::shared_ptr<const LoadedModel> model, std::span<const TokenId> ids, std::stop_token stop,
    const LogitsObserver& observer = {});

/// Runs ids through a model, which should be exact, and measures what its matrices are multiplied by.
/// Errors: as InferenceSession::forward.
[[nodiscard]] Result<Calibration> calibrate(
    std::shared_ptr<const LoadedModel> model, std::span<const TokenId> ids, std::stop_token stop);

/// Reserves caches and buffers. Errors: OutOfMemory.
[[nodiscard]] Result<std::unique_ptr<InferenceSession>> createSession(
    std::shared_ptr<const LoadedModel> model);

} // namespace moru
