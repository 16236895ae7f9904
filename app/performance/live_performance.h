#pragma once

#include "app/interfaces/performance_source.h"
#include "app/performance/ring_buffer.h"
#include "app/performance/speed_gauges.h"
#include "app/types/engine_state.h"
#include "app/worker/batch_limiter.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <memory>

namespace moru {

/// Collects what the engine reports into facts for views. Lives on the window's thread.
class LivePerformance final : public PerformanceSource {
    Q_OBJECT
public:
    /// Of the whole process and the machine; tests put figures of their own here.
    struct MemoryProbe {
        std::function<ProcessMemory()> process = processMemory;
        std::function<Result<MachineDescription>()> machine = describeMachine;
    };
    explicit LivePerformance(QObject* parent = nullptr);
    explicit LivePerformance(
        MemoryProbe probe, SteadyClock clock = std::chrono::steady_clock::now, QObject* parent = nullptr);

    void generationStarted(GenerationId id);
    void takeBatch(const GenerationBatch& batch);
    void takeEnd(const GenerationEnd& end);
    void setModel(std::shared_ptr<const LoadedModelInfo> model);
    void setReadBandwidth(double bytesPerSecond);
    void setHistory(std::vector<AnswerSpeed> history);
    /// One sample of memory; called once a second by the timer that `startSampling` starts.
    void sampleMemory();
    void startSampling();

    [[nodiscard]] quint64 revision() const override { return m_revision; }
    [[nodiscard]] GenerationId generation() const override { return m_generation; }
    [[nodiscard]] SpeedGauges gauges() const override { return m_meter.gauges(); }
    [[nodiscard]] PhaseTimes phases() const override { return m_meter.phases(); }
    [[nodiscard]] std::vector<TokenSample> tokens(std::size_t count) const override
    {
        return m_meter.tokens(count);
    }
    [[nodiscard]] std::vector<PrefillSample> prefill() const override { return m_meter.prefill(); }
    [[nodiscard]] std::vector<RoleShare> roles() const override { return m_meter.roles(); }
    [[nodiscard]] std::vector<OperationShare> decodeOperations() const override;
    [[nodiscard]] std::vector<OperationShare> prefillOperations() const override;
    [[nodiscard]] MemoryLedger memory() const override { return m_ledger; }
    [[nodiscard]] std::vector<MemorySample> memoryHistory() const override { return m_memory.toVector(); }
    [[nodiscard]] std::vector<AnswerSpeed> history() const override { return m_history; }
    [[nodiscard]] std::optional<MachineDescription> machine() const override { return m_machine; }
    [[nodiscard]] std::optional<double> readBandwidth() const override { return m_readBandwidth; }

private:
    /// Tells the views, but at most 10 times a second; what comes closer is told together.
    void revise();
    void announce();

    MemoryProbe m_probe;
    SteadyClock m_clock;
    quint64 m_revision = 0;
    GenerationId m_generation = 0;
    SpeedMeter m_meter;
    ProfileReport m_report;
    MemoryLedger m_ledger;
    RingBuffer<MemorySample> m_memory;
    std::vector<AnswerSpeed> m_history;
    std::shared_ptr<const LoadedModelInfo> m_model;
    std::optional<MachineDescription> m_machine;
    std::optional<double> m_readBandwidth;
    QElapsedTimer m_sinceStart;
    std::optional<SteadyTime> m_announcedAt;
    QTimer m_announceLater;
    QTimer m_sampling;
};

} // namespace moru
