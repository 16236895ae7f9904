#pragma once

#include "engine/api/sampling.h"
#include "engine/sampler/candidates.h"
#include "engine/sampler/penalties.h"
#include "engine/sampler/random.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace moru {

/// Refuses values that have no meaning. Errors: InvalidRequest, the field named in `where`.
[[nodiscard]] Result<void> checkSamplingOptions(const SamplingOptions& options);

/// Chooses the next token of one answer:
/// repetition, frequency and presence penalty → temperature → top-k → top-p → min-p → draw.
/// The same seed, options and logits give the same tokens. Allocates only when it is made.
///
///     auto sampler = Sampler::create(options, rows, tokenizer.tokenCount(), {}, seed);
///     sampler->countPrompt(promptIds);
///     while (…) { id = sampler->choose(logits); sampler->count(*id); }
class Sampler {
public:
    /// `rowCount` is the length of the logits; ids from `tokenCount` on are padding rows and never chosen,
    /// nor are those in `neverChosen` (image placeholders, for instance). Errors: InvalidRequest for options
    /// or sizes out of range.
    [[nodiscard]] static Result<Sampler> create(const SamplingOptions& options, int rowCount, int tokenCount,
        std::span<const TokenId> neverChosen, std::uint64_t seed);

    /// Ids of the prompt, for the repetition penalty. Ids without a row are ignored.
    void countPrompt(std::span<const TokenId> ids);

    /// One token of the answer, chosen here or forced from outside, for all three penalties.
    void count(TokenId id);

    /// Shape: logits [rowCount]. NaN is read as -inf. Nothing when no id can be chosen.
    [[nodiscard]] std::optional<TokenId> choose(std::span<const float> logits);

    /// Keeps the mask and forgets prompt, answer and the state of the random numbers.
    void restart(std::uint64_t seed);

private:
    Sampler(const SamplingOptions& options, int rowCount, int tokenCount, std::uint64_t seed);

    SamplingOptions options_;
    std::size_t tokenCount_; ///< Logits looked at: the rows that have a token.
    Penalties penalties_;
    Candidates candidates_;
    std::vector<TokenId> neverChosen_;
    std::vector<float> logits_; ///< [tokenCount], after penalties, mask and temperature.
    Random random_;
};

} // namespace moru
