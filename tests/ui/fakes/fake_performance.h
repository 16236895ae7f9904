#pragma once

#include "app/interfaces/performance_source.h"

#include <algorithm>

namespace moru::test {

/// Figures that the test sets.
class FakePerformance final : public PerformanceSource {
    Q_OBJECT

public:
    quint64 revision() const override { return currentRevision; }
    GenerationId generation() const override { return currentGeneration; }
    SpeedGauges gauges() const override { return speed; }
    PhaseTimes phases() const override { return times; }
    std::vector<TokenSample> tokens(std::size_t count = kMostTokenSamples) const override
    {
        return { samples.end() - std::ptrdiff_t(std::min(count, samples.size())), samples.end() };
    }
    std::vector<PrefillSample> prefill() const override { return {}; }
    std::vector<RoleShare> roles() const override { return shares; }
    std::vector<OperationShare> decodeOperations() const override { return operations; }
    std::vector<OperationShare> prefillOperations() const override { return {}; }
    MemoryLedger memory() const override { return ledger; }
    std::vector<MemorySample> memoryHistory() const override { return {}; }
    std::vector<AnswerSpeed> history() const override { return {}; }
    std::optional<MachineDescription> machine() const override { return machineDescription; }
    std::optional<double> readBandwidth() const override { return std::nullopt; }

    void revise()
    {
        ++currentRevision;
        emit revised(currentRevision);
    }

    /// An answer of `count` tokens at about 40 tokens a second.
    void fill(int count)
    {
        currentGeneration = 1;
        speed.decodeTokensPerSecond = speed.recentDecodeTokensPerSecond = 41.26;
        speed.prefillTokensPerSecond = 438.4;
        speed.generatedTokens = count;
        speed.prefill = { 22, 22, 40 };
        times = { 50, 0, 24.0 * count, 10 };
        samples.clear();
        for (int i = 0; i < count; ++i) {
            TokenSample sample;
            sample.index = i;
            sample.step.profile.roleNs
                = { 12'000'000, 6'000'000, 5'000'000, 300'000, 0, 0, 200'000, (i % 9) * 100'000 };
            sample.tokensPerSecond = 41.0 + (i % 5) - (i % 37 == 36 ? 20 : 0);
            samples.push_back(sample);
        }
        shares = { { OperationRole::Mlp, 12.0, 0.51 }, { OperationRole::Attention, 6.0, 0.256 },
            { OperationRole::Head, 5.0, 0.213 }, { OperationRole::Norm, 0.3, 0.013 },
            { OperationRole::Sampling, 0.2, 0.008 } };
        OperationShare first;
        first.totals.name = "gate_up";
        first.totals.role = OperationRole::Mlp;
        first.milliseconds = 812.4;
        first.share = 0.342;
        first.gigabytesPerSecond = 18.4;
        first.shareOfMachine = 0.81;
        operations = { first };
    }

    void fillMemory()
    {
        ledger.predicted = ledger.measured = MemoryUse { 270'000'000, 94'000'000, 21'000'000 };
        ledger.process = { 512'000'000, 600'000'000 };
        ledger.applicationBytes = 127'000'000;
        ledger.totalMemoryBytes = 16'000'000'000;
        ledger.availableMemoryBytes = 12'000'000'000;
    }

    quint64 currentRevision = 0;
    GenerationId currentGeneration = 0;
    SpeedGauges speed;
    PhaseTimes times;
    std::vector<TokenSample> samples;
    std::vector<RoleShare> shares;
    std::vector<OperationShare> operations;
    MemoryLedger ledger;
    std::optional<MachineDescription> machineDescription;
};

} // namespace moru::test
