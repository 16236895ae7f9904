#pragma once

#include "engine/api/profile.h"
#include "engine/program/executor.h"

#include <cstdint>
#include <vector>

namespace moru {

/// Sums the passes of one request by step, and tells each pass's time by role.
class ProfileAccumulator {
public:
    explicit ProfileAccumulator(const Program& program);

    enum class Phase { Prefill, Decode };

    /// Adds the executor's last pass. `headRan`: it made logits. Returns the pass's own profile, without
    /// start and context length.
    StepProfile add(const Executor& executor, Phase phase, int tokenCount, bool headRan);
    /// Time spent choosing a token.
    void addSampling(Phase phase, std::int64_t timeNs);

    [[nodiscard]] ProfileReport report() const;

private:
    struct Totals {
        std::vector<std::int64_t> calls;
        std::vector<std::int64_t> timeNs;
        std::vector<std::int64_t> bytes;
        std::vector<std::int64_t> operations;
        std::int64_t waitingNs = 0;
        std::int64_t samplingNs = 0;
        std::int64_t samplingCalls = 0;
        std::int64_t wallNs = 0;
    };
    [[nodiscard]] std::vector<OperationTotals> byName(const Totals& totals) const;

    const Program* program_;
    Totals prefill_;
    Totals decode_;
};

} // namespace moru
