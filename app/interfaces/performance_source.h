#pragma once

#include "app/types/performance.h"

#include <QObject>

#include <optional>
#include <vector>

namespace moru {

/// Facts for charts and gauges, computed once for all views. A view keeps the revision that it has drawn and
/// reads again when `revised` tells of another one, and only while it is visible.
class PerformanceSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Grows with every change.
    [[nodiscard]] virtual quint64 revision() const = 0;
    /// The generation that the facts below are about: the present one, else the last one. 0 before the first.
    [[nodiscard]] virtual GenerationId generation() const = 0;

    [[nodiscard]] virtual SpeedGauges gauges() const = 0;
    [[nodiscard]] virtual PhaseTimes phases() const = 0;
    /// The last `count` decoded tokens, oldest first.
    [[nodiscard]] virtual std::vector<TokenSample> tokens(std::size_t count = kMostTokenSamples) const = 0;
    /// Progress of prefill over time, oldest first; at most the last 1,024.
    [[nodiscard]] virtual std::vector<PrefillSample> prefill() const = 0;
    /// Decode time by role in the fixed order of OperationRole; empty before the first token.
    [[nodiscard]] virtual std::vector<RoleShare> roles() const = 0;
    /// Operations of the last finished answer, most expensive first.
    [[nodiscard]] virtual std::vector<OperationShare> decodeOperations() const = 0;
    [[nodiscard]] virtual std::vector<OperationShare> prefillOperations() const = 0;

    [[nodiscard]] virtual MemoryLedger memory() const = 0;
    /// One sample a second, oldest first; at most the last 600.
    [[nodiscard]] virtual std::vector<MemorySample> memoryHistory() const = 0;
    /// Finished answers of this run and of earlier ones, oldest first; at most the last 30.
    [[nodiscard]] virtual std::vector<AnswerSpeed> history() const = 0;

    /// Unset until it was asked of the engine, or when MORU_ISA cannot run here.
    [[nodiscard]] virtual std::optional<MachineDescription> machine() const = 0;
    /// Read bandwidth measured in this run, bytes per second; unset before the probe.
    [[nodiscard]] virtual std::optional<double> readBandwidth() const = 0;

signals:
    /// At most 10 times a second: figures that change faster cannot be read.
    void revised(quint64 revision);
};

} // namespace moru
