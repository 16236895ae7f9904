#pragma once

#include "engine/architectures/architecture.h"
#include "engine/core/cpu_features.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kv_cache/sequence_state.h"
#include "engine/program/bound_weights.h"
#include "engine/program/program.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace moru::test {

/// One way to get an architecture wrong. Each member that is set spoils one stage on the way to tokens; none
/// set is the model as it should be.
struct Mistake {
    const char* name = ""; ///< Begins with its number in models.md section 9, or with "§" and a section.
    const char* golden = ""; ///< Folder of goldens/models: "gemma2/odd".
    const char* prompt = ""; ///< "short", "long", "verylong", "text"
    void (*config)(ModelConfig& config) = nullptr;
    void (*graph)(Graph& graph) = nullptr;
    void (*kernels)(kernels::KernelTable& kernels) = nullptr;
    void (*weights)(const Graph& graph, BoundWeights& weights) = nullptr;
    void (*program)(Program& program) = nullptr;
    void (*beforePrompt)(const Program& program, SequenceState& state) = nullptr;
    void (*beforeDecoding)(const Program& program, SequenceState& state) = nullptr;
};

/// What came of a prompt, held against the reference.
struct Outcome {
    double logitsError = 0; ///< Largest difference; 1 is the golden's tolerance. Infinite for no number.
    bool hasReferenceIds = false; ///< The greedy continuation is the reference's.
    bool isFinite = true; ///< All logits are numbers.

    [[nodiscard]] bool agrees() const { return logitsError <= 1 && hasReferenceIds; }
};

/// Makes the mistake in the golden's checkpoint and runs its prompt through compiler and executor.
/// Errors: those of loading; MissingTensor and WrongShape where the mistake asks for tensors that the
/// checkpoint does not have, as `recogniseModel` would.
[[nodiscard]] Result<Outcome> runGolden(const std::filesystem::path& shared, const Mistake& mistake, Isa isa);

/// The mistakes of arithmetic, by family.
[[nodiscard]] std::span<const Mistake> gemmaMistakes();
[[nodiscard]] std::span<const Mistake> gemma3Mistakes();
[[nodiscard]] std::span<const Mistake> llamaAndQwenMistakes();
[[nodiscard]] std::span<const Mistake> qwen35Mistakes();

/// A mistake that a test of another program catches.
struct CaughtElsewhere {
    int number = 0; ///< Of models.md section 9.
    const char* mistake = "";
    const char* file = ""; ///< Below tests/.
    const char* slot = ""; ///< Of the test that fails when the mistake is made.
};
[[nodiscard]] std::span<const CaughtElsewhere> mistakesCaughtElsewhere();

/// Mistakes about pictures, which no part of the engine reads yet.
[[nodiscard]] std::span<const int> mistakesAboutPictures();

} // namespace moru::test
