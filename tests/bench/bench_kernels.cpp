#include "engine/api/machine.h"
#include "engine/kernels/dispatch.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/fma_probe.h"

#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

// Prints what the kernels reach on this machine beside what it can do: usage bench_kernels
// [matmul|attention|delta].

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::bench;

struct Machine {
    ThreadPool& pool;
    KernelTable table;
    double readGBs;
    double fmaGflops; ///< all threads
};

void benchMatmul(const Machine& machine)
{
    std::printf("\n%-28s %10s %10s %8s\n", "stored matrix", "GB/s", "GFLOP/s", "share");
    struct Format {
        const char* name;
        MatmulStored matmul;
        std::int64_t bytes;
    };
    const Format formats[] = { { "bf16", machine.table.matmulBf16, 2 }, { "f16", machine.table.matmulF16, 2 },
        { "f32", machine.table.matmulF32, 4 } };
    const int workers = machine.pool.threadCount();
    constexpr std::int64_t kFloats = std::int64_t { 96 } << 20; // 384 MiB: more than the caches
    AlignedBuffer weights = randomFloats(kFloats);
    for (const auto& [name, matmul, bytes] : formats) {
        if (bytes
            == 2) { // numbers of about 1 in both formats: denormal products would be all that is measured
            for (std::uint16_t& element : weights.as<std::uint16_t>())
                element = static_cast<std::uint16_t>(0x3C00U | (element & 0x83FFU));
        } else {
            weights = randomFloats(kFloats);
        }
        for (const std::int64_t columns : { 576, 2048, 6144 }) {
            const std::int64_t rows = kFloats * 4 / bytes / columns / 64 * 64;
            for (const std::int64_t tokens : { 1, 4, 64, 512 }) {
                const AlignedBuffer x = randomFloats(tokens * columns);
                // Many tokens are bound by arithmetic: a part of the matrix is enough.
                const std::int64_t used = tokens >= 64 ? std::min<std::int64_t>(rows, 2048) : rows;
                const AlignedBuffer y = randomFloats(tokens * used);
                const StoredMatrix matrix { weights.data(), used, columns };
                const double seconds = bestSeconds(machine.pool, 300, [&](int worker) {
                    const auto [begin, end] = share(used, worker, workers, 16);
                    matmul({ x.as<float>().data(), columns, tokens }, matrix, { begin, end },
                        { y.as<float>().data(), used });
                });
                const double gbs = static_cast<double>(used * columns * bytes) / seconds * 1e-9;
                const double gflops = 2e-9 * static_cast<double>(used * columns * tokens) / seconds;
                const double part = tokens >= 64 ? gflops / machine.fmaGflops : gbs / machine.readGBs;
                std::printf("%-5s K %5ld, %3ld tokens       %10.1f %10.1f %6.0f %% of %s\n", name,
                    static_cast<long>(columns), static_cast<long>(tokens), gbs, gflops, 100 * part,
                    tokens >= 64 ? "FMA" : "read");
            }
        }
    }
}

void benchAttention(const Machine& machine)
{
    std::printf("\n%-36s %10s %10s %8s\n", "attention, 8 key/value heads", "GB/s", "GFLOP/s", "share");
    const int workers = machine.pool.threadCount();
    constexpr std::int64_t kHeads = 8;
    for (const std::int64_t headDim : { 64, 128, 256 }) {
        for (const std::int64_t group : { 1, 2, 4, 8 }) {
            for (const std::int64_t tokens : { 1, 64 }) {
                const std::int64_t cached = tokens == 1 ? 16384 : 4096;
                const AlignedBuffer keys = randomFloats(kHeads * cached * headDim);
                const AlignedBuffer values = randomFloats(kHeads * cached * headDim);
                const AlignedBuffer query = randomFloats(kHeads * tokens * group * headDim);
                const AlignedBuffer output = randomFloats(kHeads * tokens * group * headDim);
                const std::int64_t scratchFloats = attentionScratchFloats(cached, tokens, group, headDim);
                const AlignedBuffer scratch = randomFloats(scratchFloats * workers);
                std::vector<VisibleRange> visible;
                for (std::int64_t t = 0; t < tokens; ++t)
                    visible.push_back({ 0, cached - tokens + t + 1 });
                const double seconds = bestSeconds(machine.pool, 300, [&](int worker) {
                    const auto [begin, end] = share(kHeads, worker, workers);
                    for (std::int64_t head = begin; head < end; ++head) {
                        AttentionTask task;
                        task.query = query.as<float>().data() + head * tokens * group * headDim;
                        task.queryStride = group * headDim;
                        task.tokens = tokens;
                        task.groupSize = group;
                        task.keys = keys.as<float>().data() + head * cached * headDim;
                        task.values = values.as<float>().data() + head * cached * headDim;
                        task.capacity = cached;
                        task.headDim = headDim;
                        task.visible = visible.data();
                        task.scale = 1 / std::sqrt(static_cast<float>(headDim));
                        task.scratch = scratch.as<float>().data() + worker * scratchFloats;
                        task.output = output.as<float>().data() + head * tokens * group * headDim;
                        task.outputStride = group * headDim;
                        machine.table.attention(task);
                    }
                });
                const double gbs = static_cast<double>(kHeads * cached * headDim * 8) / seconds * 1e-9;
                const double gflops
                    = 4e-9 * static_cast<double>(kHeads * cached * headDim * tokens * group) / seconds;
                std::printf("%3ld dims, %ld heads a group, %2ld tokens %11.1f %10.1f %6.0f %% of %s\n",
                    static_cast<long>(headDim), static_cast<long>(group), static_cast<long>(tokens), gbs,
                    gflops, 100 * (tokens == 1 ? gbs / machine.readGBs : gflops / machine.fmaGflops),
                    tokens == 1 ? "read" : "FMA");
            }
        }
    }
}

void benchGatedDelta(const Machine& machine)
{
    std::printf("\n%-36s %10s\n", "gated delta rule, 128 × 128", "ns a token and head");
    constexpr std::int64_t kDim = 128;
    for (const std::int64_t tokens : { 1, 64 }) {
        constexpr std::int64_t kHeads = 256; // more state than L2
        const AlignedBuffer state = randomFloats(kHeads * kDim * kDim);
        const AlignedBuffer vectors = randomFloats(4 * tokens * kDim);
        const AlignedBuffer output = randomFloats(tokens * kDim);
        const std::vector<float> gates(static_cast<std::size_t>(tokens), -0.01F);
        ThreadPool one(1);
        const double seconds = bestSeconds(one, 300, [&](int) {
            for (std::int64_t head = 0; head < kHeads; ++head) {
                GatedDeltaTask task;
                const float* v = vectors.as<float>().data();
                task.query = v;
                task.key = v + tokens * kDim;
                task.keyStride = task.valueStride = task.outputStride = kDim;
                task.value = v + 2 * tokens * kDim;
                task.logDecay = task.beta = gates.data();
                task.gateStride = 1;
                task.tokens = tokens;
                task.keyDim = task.valueDim = kDim;
                task.state = state.as<float>().data() + head * kDim * kDim;
                task.output = output.as<float>().data();
                machine.table.gatedDeltaRule(task);
            }
        });
        std::printf("%2ld tokens %37.0f\n", static_cast<long>(tokens),
            seconds * 1e9 / kHeads / static_cast<double>(tokens));
    }
}

} // namespace

int main(int argc, char** argv)
{
    const auto isa = chosenIsa();
    if (!isa) {
        std::fprintf(stderr, "%s\n", describe(isa.error()).c_str());
        return 2;
    }
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    ThreadPool pool(allowedThreadCount());
    std::vector<double> peaks(static_cast<std::size_t>(pool.threadCount()));
    pool.run([&](int worker) { peaks[static_cast<std::size_t>(worker)] = probeFmaPeak(); });
    double peak = 0;
    for (const double value : peaks)
        peak += value;
    const Machine machine { pool, kernelsFor(*isa).value(),
        probeReadBandwidth(pool.threadCount(), 1000) * 1e-9, peak * 1e-9 };
    std::printf("%s, %s kernels, %d threads\nread %.1f GB/s, FMA %.0f GFLOP/s\n",
        cpuFeatures().processorName.c_str(), machine.table.isa, pool.threadCount(), machine.readGBs,
        machine.fmaGflops);
    if (wanted.empty() || wanted == "matmul")
        benchMatmul(machine);
    if (wanted.empty() || wanted == "attention")
        benchAttention(machine);
    if (wanted.empty() || wanted == "delta")
        benchGatedDelta(machine);
    return 0;
}
