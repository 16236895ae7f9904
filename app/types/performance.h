#pragma once

#include "app/types/generation_events.h"
#include "app/types/identifiers.h"
#include "engine/api/machine.h"
#include "engine/api/model.h"
#include "engine/api/profile.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace moru {

/// Live figures of the present generation, or of the last one when none runs. A figure without enough samples
/// is unset and shown as blank: no number is better than a wrong one.
struct SpeedGauges {
    bool isLive = false;
    std::optional<double> decodeTokensPerSecond; ///< (n − 1) / (last token − first token), whole answer.
    std::optional<double> recentDecodeTokensPerSecond; ///< The same over the last 32 tokens.
    std::optional<double>
        prefillTokensPerSecond; ///< New prompt tokens / prefill time; reused ones are not counted.
    std::optional<double> firstTokenMs; ///< From the request to the first token.
    PrefillProgress prefill;
    int generatedTokens = 0;
    int thinkingTokens = 0;
    double thinkingMs = 0;
    double elapsedMs = 0; ///< Since the request.
};

/// Where the wall time of an answer went so far, for one bar.
struct PhaseTimes {
    double prefillMs = 0;
    double thinkingMs = 0;
    double answerMs = 0;
    double otherMs = 0; ///< Prompt rendering, tokenizing, hand-over.
};

/// Decoded tokens that are kept of an answer: the newest.
inline constexpr std::size_t kMostTokenSamples = 4096;

/// One decoded token in the ring of the present or last answer.
struct TokenSample {
    int index = 0; ///< Within the answer, from 0; the ring may have lost the first ones.
    StepTiming step;
    double tokensPerSecond = 0; ///< 1 / duration of this step.
};

/// Time of one role, over all decode steps of the answer.
struct RoleShare {
    OperationRole role = OperationRole::Mlp;
    double millisecondsPerToken = 0;
    double share = 0; ///< Of wall time, 0 … 1.
};

/// One operation with its rates, ready for a table row.
struct OperationShare {
    OperationTotals totals;
    double milliseconds = 0; ///< Over the whole phase.
    double share = 0; ///< Of the phase's wall time, 0 … 1.
    std::optional<double> gigabytesPerSecond; ///< Unset for operations that read no weights or cache.
    std::optional<double> gigaOperationsPerSecond;
    std::optional<double> shareOfMachine; ///< GB/s over the read probe; unset before the probe ran.
};

struct MemorySample {
    std::chrono::milliseconds at {}; ///< Since the program started.
    std::uint64_t residentBytes = 0;
};

/// Memory now: predicted beside measured.
struct MemoryLedger {
    std::optional<MemoryUse> predicted; ///< Unset without a model.
    std::optional<MemoryUse> measured;
    ProcessMemory process;
    std::uint64_t untouchedBytes = 0; ///< Of the measured ones, which are reserved: not resident yet.
    std::uint64_t applicationBytes = 0; ///< Resident memory that is none of the engine's.
    std::uint64_t totalMemoryBytes = 0; ///< Of the machine or the cgroup.
    std::uint64_t availableMemoryBytes = 0;
};

/// One finished answer in the speed history.
struct AnswerSpeed {
    QString modelTitle;
    QDateTime finishedAt;
    std::optional<double> decodeTokensPerSecond;
    std::optional<double> prefillTokensPerSecond;
};

} // namespace moru
