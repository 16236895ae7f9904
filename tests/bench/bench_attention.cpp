#include "engine/api/machine.h"
#include "engine/kernels/dispatch.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/fma_probe.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

// Prints what attention reaches on this machine: decode beside plain reading, prefill beside the multiplier's
// peak, for each format of the KV cache: usage bench_attention [head dimension [group]].

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::bench;

constexpr std::int64_t kHeads = 8;

struct Shape {
    std::int64_t headDim;
    std::int64_t group;
    std::int64_t tokens;
    std::int64_t cached;
};

/// A cache whose bytes are random; scales are made small numbers.
AlignedBuffer filledCache(const KvBlockLayout& layout, std::int64_t blockCount)
{
    const std::int64_t bytes = kHeads * blockCount * layout.sizeBytes;
    AlignedBuffer memory = randomFloats(bytes / 4);
    if (layout.format == KvFormat::Bfloat16) { // no denormals
        for (std::uint16_t& bits : memory.as<std::uint16_t>())
            bits = static_cast<std::uint16_t>(0x3C00U | (bits & 0x83FFU));
    }
    if (layout.format == KvFormat::Int8) {
        const std::vector<float> scales(2 * kBlockPositions, 0.01F);
        for (std::int64_t block = 0; block < kHeads * blockCount; ++block)
            std::memcpy(memory.data() + block * layout.sizeBytes + layout.scalesOffset, scales.data(),
                scales.size() * sizeof(float));
    }
    return memory;
}

/// Seconds for all heads, shared by the pool.
double measure(ThreadPool& pool, const KernelTable& table, KvFormat format, const Shape& shape)
{
    const KvBlockLayout layout = kvBlockLayout(format, shape.headDim);
    const std::int64_t blockCount = (shape.cached + kBlockPositions - 1) / kBlockPositions;
    const AlignedBuffer cache = filledCache(layout, blockCount);
    const std::int64_t width = shape.group * shape.headDim;
    const AlignedBuffer query = randomFloats(kHeads * shape.tokens * width);
    const AlignedBuffer output = randomFloats(kHeads * shape.tokens * width);
    const std::int64_t scratchFloats = attentionScratchFloats(shape.tokens * shape.group, shape.headDim);
    const AlignedBuffer scratch = randomFloats(scratchFloats * pool.threadCount());
    std::vector<VisibleRange> visible;
    for (std::int64_t t = 0; t < shape.tokens; ++t)
        visible.push_back({ 0, shape.cached - shape.tokens + t + 1 });
    return bestSeconds(pool, 300, [&](int worker) {
        const auto [begin, end] = share(kHeads, worker, pool.threadCount());
        for (std::int64_t head = begin; head < end; ++head) {
            table.attention({ .query = query.as<float>().data() + head * width, // as in a model's buffer
                .queryStride = kHeads * width,
                .tokens = shape.tokens,
                .groupSize = shape.group,
                .cache
                = { cache.data() + head * layout.sizeBytes, blockCount, kHeads * layout.sizeBytes, layout },
                .visible = visible.data(),
                .scale = 1 / std::sqrt(static_cast<float>(shape.headDim)),
                .scratch = scratch.as<float>().data() + worker * scratchFloats,
                .output = output.as<float>().data() + head * width,
                .outputStride = kHeads * width });
        }
    });
}

} // namespace

int main(int argc, char** argv)
{
    const std::int64_t onlyDim = argc > 1 ? std::atoi(argv[1]) : 0;
    const std::int64_t onlyGroup = argc > 2 ? std::atoi(argv[2]) : 0;
    const auto isa = chosenIsa();
    if (!isa) {
        std::fprintf(stderr, "%s\n", describe(isa.error()).c_str());
        return 2;
    }
    ThreadPool pool(allowedThreadCount());
    std::vector<double> peaks(static_cast<std::size_t>(pool.threadCount()));
    pool.run([&](int worker) { peaks[static_cast<std::size_t>(worker)] = probeFmaPeak() * 1e-9; });
    const double peak = std::accumulate(peaks.begin(), peaks.end(), 0.0);
    const double read = probeReadBandwidth(pool.threadCount(), 1000) * 1e-9;
    const KernelTable table = kernelsFor(*isa).value();
    std::printf("%s, %s kernels, %d threads\nread %.1f GB/s, FMA %.0f GFLOP/s\n\n%-44s %8s %10s\n",
        cpuFeatures().processorName.c_str(), table.isa, pool.threadCount(), read, peak,
        "attention, 8 key/value heads", "GB/s", "GFLOP/s");
    constexpr const char* kNames[] = { "f32 ", "bf16", "int8" };
    for (const KvFormat format : { KvFormat::Float32, KvFormat::Bfloat16, KvFormat::Int8 }) {
        for (const std::int64_t headDim : { 64, 128, 256 }) {
            for (const std::int64_t group : { 1, 2, 4, 7 }) {
                if ((onlyDim > 0 && headDim != onlyDim) || (onlyGroup > 0 && group != onlyGroup))
                    continue;
                for (const std::int64_t tokens : { std::int64_t { 1 }, 128 / group }) {
                    const Shape shape { headDim, group, tokens, tokens == 1 ? 65536 : 4096 };
                    const double seconds = measure(pool, table, format, shape);
                    const double bytes = static_cast<double>(
                        kHeads * shape.cached / kBlockPositions * kvBlockLayout(format, headDim).sizeBytes);
                    const double flops = 4.0 * static_cast<double>(kHeads * headDim * group * tokens)
                        * static_cast<double>(shape.cached - tokens / 2);
                    const double part
                        = tokens == 1 ? bytes / seconds * 1e-9 / read : flops / seconds * 1e-9 / peak;
                    std::printf("%s %3ld dims, %ld heads a group, %3ld tokens %9.1f %10.1f %5.0f %% of %s\n",
                        kNames[static_cast<int>(format)], static_cast<long>(headDim),
                        static_cast<long>(group), static_cast<long>(tokens), bytes / seconds * 1e-9,
                        flops / seconds * 1e-9, 100 * part, tokens == 1 ? "read" : "FMA");
                }
            }
        }
    }
    return 0;
}
