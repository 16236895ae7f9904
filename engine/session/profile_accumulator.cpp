#include "engine/session/profile_accumulator.h"

#include "engine/profiler/tick_clock.h"

#include <algorithm>

namespace moru {

ProfileAccumulator::ProfileAccumulator(const Program& program)
    : program_(&program)
{
    for (Totals* totals : { &prefill_, &decode_ }) {
        for (auto* list : { &totals->calls, &totals->timeNs, &totals->bytes, &totals->operations })
            list->assign(program.steps.size(), 0);
    }
}

StepProfile ProfileAccumulator::add(const Executor& executor, Phase phase, int tokenCount, bool headRan)
{
    Totals& totals = phase == Phase::Prefill ? prefill_ : decode_;
    const PassRecorder& recorder = executor.recorder();
    StepProfile profile { .tokenCount = tokenCount };
    const auto stepCount = int(program_->steps.size());
    for (int begin = 0; begin < stepCount;) {
        if (program_->steps[std::size_t(begin)].isInHead && !headRan)
            break;
        // Between two barriers the busiest worker has the wall's time; what is left of it all have waited.
        int end = begin + 1;
        while (end < stepCount && !executor.metAfter(end - 1)
            && (headRan || !program_->steps[std::size_t(end)].isInHead))
            ++end;
        std::int64_t leftNs = 0;
        for (int i = begin; i < end; ++i)
            leftNs += ticksToNs(recorder.wallTicks(i));
        profile.durationNs += leftNs;
        const int busiest = recorder.busiestWorker(begin, end);
        for (; begin < end; ++begin) {
            const auto i = std::size_t(begin);
            const std::int64_t busyNs = std::min(leftNs, ticksToNs(recorder.busyTicks(busiest, begin)));
            const StepCost cost = executor.costOf(begin);
            leftNs -= busyNs;
            profile.roleNs[std::size_t(program_->steps[i].role)] += busyNs;
            ++totals.calls[i];
            totals.timeNs[i] += busyNs;
            totals.bytes[i] += cost.bytesRead;
            totals.operations[i] += cost.operations;
        }
        profile.roleNs[std::size_t(OperationRole::Waiting)] += leftNs;
        totals.waitingNs += leftNs;
    }
    totals.wallNs += profile.durationNs;
    return profile;
}

void ProfileAccumulator::addSampling(Phase phase, std::int64_t timeNs)
{
    Totals& totals = phase == Phase::Prefill ? prefill_ : decode_;
    totals.samplingNs += timeNs;
    ++totals.samplingCalls;
    totals.wallNs += timeNs;
}

std::vector<OperationTotals> ProfileAccumulator::byName(const Totals& totals) const
{
    std::vector<OperationTotals> list;
    for (std::size_t i = 0; i < program_->steps.size(); ++i) {
        if (totals.calls[i] == 0)
            continue;
        const Step& step = program_->steps[i];
        auto entry = std::ranges::find_if(list,
            [&](const OperationTotals& known) { return known.name == step.name && known.role == step.role; });
        if (entry == list.end()) {
            list.push_back({ .name = step.name, .role = step.role });
            entry = list.end() - 1;
        }
        entry->calls += totals.calls[i];
        entry->timeNs += totals.timeNs[i];
        entry->bytesRead += totals.bytes[i];
        entry->operations += totals.operations[i];
    }
    if (totals.samplingCalls > 0)
        list.push_back(
            { "sampling", OperationRole::Sampling, totals.samplingCalls, totals.samplingNs, 0, 0 });
    if (totals.waitingNs > 0)
        list.push_back({ "waiting", OperationRole::Waiting, 0, totals.waitingNs, 0, 0 });
    return list;
}

ProfileReport ProfileAccumulator::report() const
{
    return { byName(prefill_), byName(decode_), prefill_.wallNs, decode_.wallNs };
}

} // namespace moru
