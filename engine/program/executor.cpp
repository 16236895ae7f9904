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

/// The shared values of some rows, then one copy of the private ones for all workers where rows are many, and
/// one for each where they are few.
std::int64_t arenaFloats(const ArenaColumns& columns, std::int64_t mostRows, int threadCount)
{
    const std::int64_t fewRows = std::min<std::int64_t>(mostRows, kFewRows);
    return std::max(
        columns.total() * mostRows, (columns.shared + columns.ofEachWorker * threadCount) * fewRows);
}

} // namespace

Executor::Executor(const Program& program, ThreadPool& pool)
    : program_(&program)
    , pool_(&pool)
    , team_(pool.threadCount())
    , waitedNs_(std::size_t(pool.threadCount()), 0)
{
}

std::uint64_t Executor::bytesFor(const Program& program, int chunkSize, int contextLength, int threadCount)
{
    return floatBytes(arenaFloats(program.body, chunkSize, threadCount))
        + floatBytes(arenaFloats(program.head, kMaxHeadRows, threadCount))
        + floatBytes(scratchFloats(program, chunkSize) * threadCount)
        + floatBytes(partFloats(program, contextLength));
}

Result<Executor> Executor::create(const Program& program, const kernels::KernelTable& kernels,
    ThreadPool& pool, int chunkSize, int contextLength)
{
    Executor executor(program, pool);
    const std::int64_t scratchPerWorker = scratchFloats(program, chunkSize);
    auto body = AlignedBuffer::allocate(
        floatBytes(arenaFloats(program.body, chunkSize, pool.threadCount())), "activations");
    if (!body)
        return std::unexpected(body.error());
    auto head = AlignedBuffer::allocate(
        floatBytes(arenaFloats(program.head, kMaxHeadRows, pool.threadCount())), "logits");
    if (!head)
        return std::unexpected(head.error());
    auto scratch
        = AlignedBuffer::allocate(floatBytes(scratchPerWorker * pool.threadCount()), "kernel scratch");
    if (!scratch)
        return std::unexpected(scratch.error());
    auto parts
        = AlignedBuffer::allocate(floatBytes(partFloats(program, contextLength)), "parts of attention");
    if (!parts)
        return std::unexpected(parts.error());
    executor.bodyArena_ = std::move(*body);
    executor.headArena_ = std::move(*head);
    executor.scratchMemory_ = std::move(*scratch);
    executor.partMemory_ = std::move(*parts);
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
    executor.queues_.reserve(std::size_t(program.queueCount));
    for (int queue = 0; queue < program.queueCount; ++queue)
        executor.queues_.emplace_back(pool.threadCount());
    executor.recorder_.reserve(pool.threadCount(), int(program.steps.size()));
    executor.context_.kernels = &kernels;
    executor.chunkSize_ = chunkSize;
    return executor;
}

std::array<std::span<const std::byte>, 4> Executor::memory() const
{
    return { bodyArena_.as<std::byte>(), headArena_.as<std::byte>(), scratchMemory_.as<std::byte>(),
        partMemory_.as<std::byte>() };
}

/// How the memory of an arena made for `most` rows serves a pass of `rows`.
Arena Executor::arenaFor(
    const AlignedBuffer& memory, const ArenaColumns& columns, std::int64_t rows, std::int64_t most) const
{
    Arena arena { .shared = memory.as<float>().data(), .hasFewRows = rows <= kFewRows };
    arena.rows = arena.hasFewRows ? std::min<std::int64_t>(most, kFewRows) : most;
    arena.own = arena.shared + columns.shared * arena.rows;
    arena.ownStride = arena.hasFewRows ? columns.ofEachWorker * arena.rows : 0;
    return arena;
}

/// What depends on the positions of this pass: rotary angles and who sees whom.
void Executor::prepare(std::span<const TokenId> ids, SequenceState& sequence)
{
    context_.body = arenaFor(bodyArena_, program_->body, std::int64_t(ids.size()), chunkSize_);
    context_.scratch = scratch_;
    context_.parts = partMemory_.as<float>().data();
    context_.queues = queues_;
    context_.ids = ids.data();
    context_.tokenCount = int(ids.size());
    context_.firstPosition = sequence.length();
    context_.sequence = &sequence;
    if (!program_->caches.empty())
        context_.kvFormat = sequence.cache(0).layout.format;
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

/// One worker's share of a step. Returns for how many ticks it was at work.
std::uint64_t Executor::runStep(const Step& step, int worker, std::int64_t& waitedNs)
{
    const Recipe& recipe = *step.recipe;
    const bool hasParts = recipe.leavesParts != nullptr && recipe.leavesParts(step, context_);
    if (hasParts)
        waitedNs += pool_->barrier(worker);
    const std::uint64_t start = readTicks();
    recipe.run(step, context_, worker);
    std::uint64_t busy = readTicks() - start;
    if (hasParts) {
        waitedNs += pool_->barrier(worker);
        const std::uint64_t metAt = readTicks();
        recipe.join(step, context_, worker);
        busy += readTicks() - metAt;
    }
    return busy;
}

void Executor::runSteps(int begin, int end)
{
    recorder_.beginPass(context_.workerCount);
    pool_->run(context_.workerCount, [&](int worker) {
        std::int64_t waitedNs = 0;
        std::uint64_t start = readTicks();
        for (int i = begin; i < end; ++i) {
            const Step& step = program_->steps[std::size_t(i)];
            recorder_.recordBusy(worker, i, runStep(step, worker, waitedNs));
            if (context_.meetsAfter(step))
                waitedNs += pool_->barrier(worker);
            const std::uint64_t now = readTicks();
            if (worker == 0)
                recorder_.recordWall(i, now - start);
            start = now;
        }
        waitedNs_[std::size_t(worker)] = waitedNs;
    });
}

void Executor::run(std::span<const TokenId> ids, SequenceState& sequence, std::span<const int> wantedRows,
    const RowsObserver& observer)
{
    assert(!ids.empty() && int(ids.size()) <= chunkSize_);
    prepare(ids, sequence);
    const auto stepCount = int(program_->steps.size());
    // Decoding goes from the body to the head without a stop.
    const bool isOneRun = context_.body.hasFewRows && !wantedRows.empty();
    const bool isDecoding = isOneRun && ids.size() == 1;
    context_.workerCount = isDecoding ? team_.next() : pool_->threadCount();
    const std::uint64_t start = readTicks();
    if (!isOneRun)
        runSteps(0, headBegin_);
    for (std::size_t first = 0; first < wantedRows.size(); first += kMaxHeadRows) {
        context_.wantedRows
            = wantedRows.subspan(first, std::min<std::size_t>(kMaxHeadRows, wantedRows.size() - first));
        context_.head
            = arenaFor(headArena_, program_->head, std::int64_t(context_.wantedRows.size()), kMaxHeadRows);
        runSteps(isOneRun ? 0 : headBegin_, stepCount);
        if (isDecoding) {
            // Of those that worked: the others' figures are from their last step.
            const auto waited = std::span(waitedNs_).first(std::size_t(context_.workerCount));
            const std::uint64_t end = readTicks();
            team_.stepped(ticksToNs(end), ticksToNs(end - start), *std::ranges::max_element(waited));
        }
        if (observer)
            observer(context_.wantedRows);
    }
    sequence.advance(int(ids.size()));
}

std::span<const float> Executor::logits(int row) const
{
    return { context_.at(program_->logits, 0) + row * program_->logits.stride,
        std::size_t(program_->vocabularySize) };
}

std::span<const float> Executor::observed(const ObservedValue& value, int row) const
{
    return { context_.at(value.operand, 0) + row * value.operand.stride, std::size_t(value.operand.width) };
}

StepCost Executor::costOf(int step) const
{
    const Step& record = program_->steps[std::size_t(step)];
    return record.recipe->cost(record, context_);
}

bool Executor::metAfter(int step) const
{
    return context_.meetsAfter(program_->steps[std::size_t(step)]);
}

} // namespace moru
