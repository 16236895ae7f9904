#include "engine/api/machine.h"
#include "engine/kernels/dispatch.h"
#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"
#include "tests/bench/bench_support.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

// Prints what products with packed weights reach: bytes a second beside plain reading, operations a second,
// and what quantising activations costs.

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::bench;

struct Activated {
    AlignedBuffer high, low, scales, sums, runningSums;
    QuantisedActivations view;
};

AlignedBuffer bytes(std::int64_t count)
{
    auto buffer = AlignedBuffer::allocate(static_cast<std::size_t>(count), "a benchmark");
    if (!buffer)
        std::abort();
    return std::move(*buffer);
}

/// `nanoseconds`: what quantising took for an element.
Activated quantise(const KernelTable& table, std::int64_t tokens, std::int64_t columns,
    std::int64_t blockColumns, bool wide, double& nanoseconds)
{
    const std::int64_t padded = paddedColumns(columns);
    Activated a { bytes(tokens * padded), bytes(tokens * padded), bytes(tokens * padded / 8),
        bytes(tokens * padded / 8), bytes(tokens * padded / 32), {} };
    const AlignedBuffer x = randomFloats(tokens * columns);
    auto* low = wide ? a.low.as<std::int8_t>().data() : nullptr;
    ThreadPool one(1);
    const double seconds = bestSeconds(one, 10, [&](int) {
        table.quantiseActivations({ x.as<float>().data(), columns, tokens }, columns,
            { a.high.as<std::int8_t>().data(), low, a.scales.as<float>().data(),
                a.sums.as<std::int32_t>().data(), a.runningSums.as<std::int32_t>().data(), padded,
                blockColumns });
    });
    nanoseconds = seconds * 1e9 / static_cast<double>(tokens * columns);
    a.view = { a.high.as<std::int8_t>().data(), low, a.scales.as<float>().data(),
        a.sums.as<std::int32_t>().data(), a.runningSums.as<std::int32_t>().data(), tokens, padded,
        blockColumns };
    return a;
}

/// One real panel, copied: what the numbers are does not matter, as long as they are no denormals.
AlignedBuffer packed(std::int64_t panelBytes, std::int64_t panels, auto quantisePanel)
{
    AlignedBuffer all = bytes(panels * panelBytes);
    const auto data = all.as<std::uint8_t>();
    const auto first = data.first(static_cast<std::size_t>(panelBytes));
    quantisePanel(first);
    for (std::int64_t panel = 1; panel < panels; ++panel)
        std::memcpy(data.data() + panel * panelBytes, first.data(), first.size());
    return all;
}

struct Format {
    const char* name;
    std::int64_t groupSize; ///< 0: INT4
};
constexpr Format kFormats[]
    = { { "int8-g512", 512 }, { "int8-g256", 256 }, { "int8-g128", 128 }, { "int8-g32", 32 }, { "int4", 0 } };

struct Machine {
    ThreadPool& pool;
    KernelTable table;
    double read; ///< bytes a second
    double peak; ///< operations a second
};

/// `onlyTokens`: 0 for all numbers of tokens.
void benchFormat(const Machine& machine, const Format& format, std::int64_t columns, std::int64_t onlyTokens)
{
    const std::int64_t groupSize = format.groupSize;
    const std::int64_t blockColumns = std::max(groupSize, kColumnBlock);
    const std::int64_t panelBytes
        = groupSize == 0 ? int4PanelBytes(columns) : int8PanelBytes(columns, groupSize);
    const AlignedBuffer weights = randomFloats(64 * columns);
    const std::int64_t panels = (std::int64_t { 512 } << 20) / panelBytes; // more than the caches
    const AlignedBuffer matrix = packed(panelBytes, panels, [&](std::span<std::uint8_t> panel) {
        if (groupSize == 0)
            quantiseInt4Panel(weights.as<float>(), 64, columns, panel);
        else
            quantiseInt8Panel(weights.as<float>(), 64, columns, groupSize, panel);
    });
    const std::uint8_t* data = matrix.as<std::uint8_t>().data();
    // 1: decode. 512 with few panels: all in the caches. 128 with all panels: as a chunk of a prompt meets
    // them.
    for (const std::int64_t tokens : { 1, 128, 512 }) {
        if (onlyTokens != 0 && tokens != onlyTokens)
            continue;
        const std::int64_t rows = 64 * (tokens == 512 ? std::min<std::int64_t>(panels, 32) : panels);
        const std::int64_t outputRows = tokens == 1 ? rows : std::min<std::int64_t>(rows, 2048);
        const AlignedBuffer y = randomFloats(tokens * outputRows);
        for (const bool wide : { true, false }) {
            double quantising = 0;
            const Activated x = quantise(machine.table, tokens, columns, blockColumns, wide, quantising);
            const double seconds = bestSeconds(machine.pool, 300, [&](int worker) {
                for (std::int64_t from = 0; from < rows; from += outputRows) {
                    const std::int64_t some = std::min(outputRows, rows - from);
                    const auto [begin, end] = share(some, worker, machine.pool.threadCount(), 64);
                    const Output output { y.as<float>().data() - from, outputRows };
                    const Range range { from + begin, from + end };
                    if (groupSize == 0)
                        machine.table.matmulInt4(x.view, { data, rows, columns }, range, output);
                    else
                        machine.table.matmulInt8(x.view, { data, rows, columns, groupSize }, range, output);
                }
            });
            const double bytesPerSecond = static_cast<double>(rows / 64 * panelBytes) / seconds;
            const double operations = 2 * static_cast<double>(rows * columns * tokens) / seconds;
            std::printf("%-9s %5ld %6ld %5d %8.1f %5.0f %% %8.0f %5.0f %% %8.2f\n", format.name,
                static_cast<long>(columns), static_cast<long>(tokens), wide ? 16 : 8, bytesPerSecond * 1e-9,
                100 * bytesPerSecond / machine.read, operations * 1e-9, 100 * operations / machine.peak,
                quantising);
        }
    }
}

} // namespace

// usage: bench_packed [format [K [tokens]]]
int main(int argc, char** argv)
{
    const auto isa = chosenIsa();
    if (!isa) {
        std::fprintf(stderr, "%s\n", describe(isa.error()).c_str());
        return 2;
    }
    ThreadPool pool(allowedThreadCount());
    const Machine machine { pool, kernelsFor(*isa).value(), probeReadBandwidth(pool.threadCount(), 1000),
        probeIntegerPeak(pool.threadCount(), 200) };
    std::printf("%s, %s kernels, %d threads, read %.1f GB/s, peak %.0f GOPS\n",
        cpuFeatures().processorName.c_str(), machine.table.isa, pool.threadCount(), machine.read * 1e-9,
        machine.peak * 1e-9);
    std::printf("%-9s %5s %6s %5s %8s %7s %8s %7s %8s\n", "format", "K", "tokens", "bits", "GB/s", "of read",
        "GOPS", "of peak", "quantise ns");
    const std::int64_t onlyTokens = argc > 3 ? std::strtol(argv[3], nullptr, 10) : 0;
    for (const std::int64_t columns : { 1024, 2048, 6144 }) {
        if (argc > 2 && std::to_string(columns) != argv[2])
            continue;
        for (const Format& format : kFormats) {
            if (argc < 2 || std::string_view(argv[1]) == format.name)
                benchFormat(machine, format, columns, onlyTokens);
        }
    }
    return 0;
}
