#include "app/performance/live_performance.h"

#include "app/performance/operation_shares.h"

namespace moru {

namespace {

constexpr std::chrono::milliseconds kAnnounceInterval { 100 };
// Then the next batch of tokens has come, if decoding goes on: its figures are told together with its text,
// and both are painted at once. Painting takes time from the engine's threads.
constexpr std::chrono::milliseconds kPatience { 60 };
constexpr int kMemoryIntervalMs = 1000;
constexpr std::size_t kMostMemorySamples = 600;
constexpr std::size_t kMostAnswers = 30;

} // namespace

LivePerformance::LivePerformance(QObject* parent)
    : LivePerformance(MemoryProbe(), std::chrono::steady_clock::now, parent)
{
}

LivePerformance::LivePerformance(MemoryProbe probe, SteadyClock clock, QObject* parent)
    : PerformanceSource(parent)
    , m_probe(std::move(probe))
    , m_clock(std::move(clock))
    , m_memory(kMostMemorySamples)
{
    m_sinceStart.start();
    m_announceLater.setSingleShot(true);
    m_announceLater.setTimerType(Qt::PreciseTimer);
    connect(&m_announceLater, &QTimer::timeout, this, &LivePerformance::announce);
    connect(&m_sampling, &QTimer::timeout, this, &LivePerformance::sampleMemory);
}

void LivePerformance::generationStarted(GenerationId id)
{
    m_generation = id;
    m_meter.start();
    revise();
}

void LivePerformance::takeBatch(const GenerationBatch& batch)
{
    if (batch.id != m_generation)
        return;
    m_meter.add(batch);
    revise();
}

void LivePerformance::takeEnd(const GenerationEnd& end)
{
    if (end.id != m_generation)
        return;
    m_meter.finish(*end.result);
    m_report = end.result->profile;
    const GenerationTimings& timings = end.result->timings;
    if (timings.decodeTokensPerSecond) {
        m_history.push_back({ m_model ? m_model->title : QString(), QDateTime::currentDateTime(),
            timings.decodeTokensPerSecond, timings.promptTokensPerSecond });
        if (m_history.size() > kMostAnswers)
            m_history.erase(m_history.begin());
    }
    revise();
}

void LivePerformance::setModel(std::shared_ptr<const LoadedModelInfo> model)
{
    m_model = std::move(model);
    sampleMemory();
}

void LivePerformance::setReadBandwidth(double bytesPerSecond)
{
    if (bytesPerSecond <= 0)
        return;
    m_readBandwidth = bytesPerSecond;
    revise();
}

void LivePerformance::setHistory(std::vector<AnswerSpeed> history)
{
    m_history = std::move(history);
    revise();
}

void LivePerformance::startSampling()
{
    sampleMemory();
    m_sampling.start(kMemoryIntervalMs);
}

void LivePerformance::sampleMemory()
{
    m_ledger.predicted = m_model ? std::optional(m_model->predicted) : std::nullopt;
    m_ledger.measured = m_model ? std::optional(m_model->measured) : std::nullopt;
    m_ledger.process = m_probe.process();
    // The model's figures are what it has reserved; most of the cache's pages come into being as it fills.
    const std::uint64_t reserved = m_model ? m_model->measured.totalBytes() : 0;
    const std::uint64_t ofEngine = m_ledger.process.engineBytes.value_or(reserved);
    const std::uint64_t resident = m_ledger.process.residentBytes;
    m_ledger.untouchedBytes = reserved > ofEngine ? reserved - ofEngine : 0;
    m_ledger.applicationBytes = resident > ofEngine ? resident - ofEngine : 0;
    if (const Result<MachineDescription> machine = m_probe.machine()) {
        m_machine = *machine;
        m_ledger.totalMemoryBytes = machine->totalMemoryBytes;
        m_ledger.availableMemoryBytes = machine->availableMemoryBytes;
    }
    m_memory.push({ std::chrono::milliseconds(m_sinceStart.elapsed()), resident });
    revise();
}

std::vector<OperationShare> LivePerformance::decodeOperations() const
{
    return operationShares(m_report.decode, m_report.decodeWallNs, m_readBandwidth);
}

std::vector<OperationShare> LivePerformance::prefillOperations() const
{
    return operationShares(m_report.prefill, m_report.prefillWallNs, m_readBandwidth);
}

void LivePerformance::revise()
{
    ++m_revision;
    const SteadyTime now = m_clock();
    const auto next = m_announcedAt ? *m_announcedAt + kAnnounceInterval : now;
    if (now >= next)
        announce();
    else if (!m_announceLater.isActive())
        m_announceLater.start(std::chrono::ceil<std::chrono::milliseconds>(next - now) + kPatience);
}

void LivePerformance::announce()
{
    m_announceLater.stop();
    m_announcedAt = m_clock();
    emit revised(m_revision);
}

} // namespace moru
