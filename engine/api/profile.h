#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// What a piece of the model's work is for. The order is that of the charts.
enum class OperationRole { Mlp, Attention, Head, Norm, Embedding, Vision, Sampling, Waiting };
inline constexpr std::size_t kOperationRoleCount = 8;

[[nodiscard]] std::string_view operationRoleName(OperationRole role); ///< "mlp", "attention" …

using RoleTimesNs = std::array<std::int64_t, kOperationRoleCount>;

/// One forward pass: a decoded token, or one chunk of a prompt.
struct StepProfile {
    std::int64_t startNs = 0; ///< Since the request began.
    std::int64_t durationNs = 0; ///< Wall time; the sum of `roleNs`.
    int tokenCount = 1; ///< 1 for decode.
    int contextLength = 0; ///< Tokens in the cache before this step.
    RoleTimesNs roleNs {}; ///< Wall time by role; Waiting is time lost to uneven threads.
};

/// All calls of one operation of the program, summed over the layers that have it.
struct OperationTotals {
    std::string name; ///< "qkv_projection", as in the printed program.
    OperationRole role = OperationRole::Mlp;
    std::int64_t calls = 0;
    std::int64_t timeNs = 0; ///< Wall time.
    std::int64_t bytesRead = 0; ///< Weights and cache, not activations.
    std::int64_t operations = 0; ///< Multiplications and additions counted apart.
};

/// Prefill and decode of one request, kept apart because their limits differ.
struct ProfileReport {
    std::vector<OperationTotals> prefill;
    std::vector<OperationTotals> decode;
    std::int64_t prefillWallNs = 0;
    std::int64_t decodeWallNs = 0;
};

} // namespace moru
