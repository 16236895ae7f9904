#include "engine/program/executor.h"

#include "engine/profiler/tick_clock.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace moru {

namespace {

std::size_t floatBytes(std::int64_t floats)
{
    return std::size_t(std::max<std::int64_t>(floats, 16)) * sizeof(float);
}

} // namespace

Executor::Executor(const Program& program, ThreadPool& pool)
    : program_(&program)
    , pool_(&pool)
{
}

std::uint64_t Executor::bytesFor(const Program& program, int chunkSize, int contextLength, int threadCount)
{
    return floatBytes(program.bodyColumns * chunkSize) + floatBytes(program.headColumns * kMaxHeadRows)
        + floatBytes(scratchFloats(program, chunkSize, contextLength) * threadCount);
}

Result<Executor> Executor::create(const Program& program, const kernels::KernelTable& kernels,
    ThreadPool& pool, int chunkSize, int contextLength)
{
    Executor executor(program, pool);
    const std::int64_t scratchPerWorker = scratchFloats(program, chunkSize, contextLength);
    auto body = AlignedBuffer::allocate(floatBytes(program.bodyColumns * chunkSize), "activations");
    if (!body)
        return std::unexpected(body.error());
    auto head = AlignedBuffer::allocate(floatBytes(program.headColumns * kMaxHeadRows), "logits");
    if (!head)
        return std::unexpected(head.error());
    auto scratch
        = AlignedBuffer::allocate(floatBytes(scratchPerWorker * pool.threadCount()), "kernel scratch");
    if (!scratch)
        return std::unexpected(scratch.error());
    executor.bodyArena_ = std::move(*body);
    executor.headArena_ = std::move(*head);
    executor.scratchMemory_ = std::move(*scratch);
    for (int worker = 0; worker < pool.threadCount(); ++worker)
        executor.scratch_.push_back(executor.scratchMemory_.as<float>().data() + worker * scratchPerWorker);

    for (const RopeTable& table : program.ropeTables) {
        const auto pairs = std::int64_t(table.inverseFrequencies.size());
        const auto size = std::size_t(pairs * chunkSize);
        executor.ropes_.push_back({ std::vector<float>(size), std::vector<float>(size), pairs });
    }
    executor.visible_.assign(
        program.caches.size(), std::vector<kernels::VisibleRange>(std::size_t(chunkSize)));
    const auto firstOfHead
        = std::ranges::find_if(program.steps, [](const Step& step) { return step.isInHead; });
    executor.headBegin_ = int(firstOfHead - program.steps.begin());
    executor.recorder_.reserve(pool.threadCount(), int(program.steps.size()));
    executor.context_.kernels = &kernels;
    executor.context_.bodyRows = chunkSize;
    executor.context_.headRows = kMaxHeadRows;
    executor.context_.workerCount = pool.threadCount();
    return executor;
}

/// What depends on the positions of this pass: rotary angles and who sees whom.
void Executor::prepare(std::span<const TokenId> ids, SequenceState& sequence)
{
    context_.bodyArena = bodyArena_.as<float>().data();
    context_.headArena = headArena_.as<float>().data();
    context_.scratch = scratch_;
    context_.ids = ids.data();
    context_.tokenCount = int(ids.size());
    context_.firstPosition = sequence.length();
    context_.sequence = &sequence;
    for (std::size_t table = 0; table < ropes_.size(); ++table) {
        RopeAngles& angles = ropes_[table];
        const std::vector<float>& frequencies = program_->ropeTables[table].inverseFrequencies;
        std::size_t at = 0;
        for (int token = 0; token < context_.tokenCount; ++token) {
            const auto position = float(context_.firstPosition + token);
            for (const float frequency : frequencies) {
                // The angle is a float product, as in the reference; its cosine is exact to float.
                const double angle = double(position * frequency);
                angles.cosine[at] = float(std::cos(angle));
                angles.sine[at] = float(std::sin(angle));
                ++at;
            }
        }
    }
    for (std::size_t cache = 0; cache < visible_.size(); ++cache) {
        const std::optional<int> window = program_->caches[cache].window;
        for (int token = 0; token < context_.tokenCount; ++token) {
            const std::int64_t end = context_.firstPosition + token + 1;
            visible_[cache][std::size_t(token)]
                = { window ? std::max<std::int64_t>(0, end - *window) : 0, end };
        }
    }
    context_.ropes = ropes_;
    context_.visible = visible_;
}

void Executor::runSteps(int begin, int end)
{
    pool_->run([&](int worker) {
        std::uint64_t start = readTicks();
        for (int i = begin; i < end; ++i) {
            const Step& step = program_->steps[std::size_t(i)];
            step.recipe->run(step, context_, worker);
            std::uint64_t now = readTicks();
            recorder_.recordBusy(worker, i, now - start);
            if (step.hasBarrier) {
                pool_->barrier(worker);
                now = readTicks();
            }
            if (worker == 0)
                recorder_.recordWall(i, now - start);
            start = now;
        }
    });
}

void Executor::run(std::span<const TokenId> ids, SequenceState& sequence, std::span<const int> wantedRows,
    const RowsObserver& observer)
{
    assert(!ids.empty() && std::int64_t(ids.size()) <= context_.bodyRows);
    prepare(ids, sequence);
    runSteps(0, headBegin_);
    for (std::size_t first = 0; first < wantedRows.size(); first += kMaxHeadRows) {
        context_.wantedRows
            = wantedRows.subspan(first, std::min<std::size_t>(kMaxHeadRows, wantedRows.size() - first));
        runSteps(headBegin_, int(program_->steps.size()));
        if (observer)
            observer(context_.wantedRows);
    }
    sequence.advance(int(ids.size()));
}

std::span<const float> Executor::logits(int row) const
{
    return { context_.at(program_->logits) + row * program_->logits.stride,
        std::size_t(program_->vocabularySize) };
}

std::span<const float> Executor::observed(const ObservedValue& value, int row) const
{
    return { context_.at(value.operand) + row * value.operand.stride, std::size_t(value.operand.width) };
}

StepCost Executor::costOf(int step) const
{
    const Step& record = program_->steps[std::size_t(step)];
    return record.recipe->cost(record, context_);
}

} // namespace moru
