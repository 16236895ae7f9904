#include "engine/api/machine.h"
#include "engine/kernels/dispatch.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/fma_probe.h"

#include <cstdio>
#include <string_view>
#include <vector>

// Prints what the kernels reach on this machine beside what it can do: usage bench_kernels [matmul|delta].

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
    if (wanted.empty() || wanted == "delta")
        benchGatedDelta(machine);
    return 0;
}
