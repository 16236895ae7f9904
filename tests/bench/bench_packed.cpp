#include "engine/api/machine.h"
#include "engine/kernels/dispatch.h"
#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"
#include "tests/bench/bench_support.h"

#include <cstdio>
#include <cstring>
#include <vector>

// Prints what products with packed weights reach: bytes a second beside plain reading, operations a second,
// and what quantising activations costs.

namespace {

using namespace moru;
using namespace moru::kernels;
using namespace moru::bench;

struct Activated {
    AlignedBuffer high, low, scales, sums;
    QuantisedActivations view;
};

AlignedBuffer bytes(std::int64_t count)
{
    auto buffer = AlignedBuffer::allocate(static_cast<std::size_t>(count), "a benchmark");
    if (!buffer)
        std::abort();
    return std::move(*buffer);
}

Activated quantise(
    ThreadPool& pool, const KernelTable& table, std::int64_t tokens, std::int64_t columns, bool wide)
{
    const std::int64_t padded = paddedColumns(columns);
    Activated a { bytes(tokens * padded), bytes(tokens * padded), bytes(tokens * padded / 32),
        bytes(tokens * padded / 8), {} };
    const AlignedBuffer x = randomFloats(tokens * columns);
    auto* low = wide ? a.low.as<std::int8_t>().data() : nullptr;
    ThreadPool one(1);
    const double seconds = bestSeconds(one, 50, [&](int) {
        table.quantiseActivations({ x.as<float>().data(), columns, tokens }, columns,
            { a.high.as<std::int8_t>().data(), low, a.scales.as<float>().data(),
                a.sums.as<std::int32_t>().data(), padded });
    });
    std::printf("quantise %3ld tokens × %ld, %2d bits: %.2f ns an element\n", static_cast<long>(tokens),
        static_cast<long>(columns), wide ? 16 : 8, seconds * 1e9 / static_cast<double>(tokens * columns));
    a.view = { a.high.as<std::int8_t>().data(), low, a.scales.as<float>().data(),
        a.sums.as<std::int32_t>().data(), tokens, padded };
    static_cast<void>(pool);
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

} // namespace

int main()
{
    const auto isa = chosenIsa();
    if (!isa) {
        std::fprintf(stderr, "%s\n", describe(isa.error()).c_str());
        return 2;
    }
    const KernelTable table = kernelsFor(*isa).value();
    ThreadPool pool(allowedThreadCount());
    const double read = probeReadBandwidth(pool.threadCount(), 1000);
    std::printf("%s, %s kernels, %d threads, read %.1f GB/s\n", cpuFeatures().processorName.c_str(),
        table.isa, pool.threadCount(), read * 1e-9);
    for (const std::int64_t columns : { 1024, 2048, 6144 }) {
        const AlignedBuffer weights = randomFloats(64 * columns);
        const std::span<const float> floats = weights.as<float>();
        const std::int64_t row = paddedColumns(columns);
        struct Format {
            const char* name;
            std::int64_t panelBytes;
            std::int64_t groupSize; ///< 0: INT4
            bool hasZeroPoints = false;
        };
        for (const auto& [name, panelBytes, groupSize, hasZeroPoints] :
            { Format { "int8 g128", int8PanelBytes(columns, 128), 128 },
                Format { "int8 row ", int8PanelBytes(columns, row), row },
                Format { "int8 g32 ", int8PanelBytes(columns, 32), 32 },
                Format { "int4 g32 ", int4PanelBytes(columns, false), 0, false },
                Format { "int4 g32z", int4PanelBytes(columns, true), 0, true } }) {
            const std::int64_t panels = (std::int64_t { 512 } << 20) / panelBytes; // more than the caches
            const AlignedBuffer matrix = packed(panelBytes, panels, [&](std::span<std::uint8_t> panel) {
                if (groupSize == 0)
                    quantiseInt4Panel(floats, 64, columns, hasZeroPoints, panel);
                else
                    quantiseInt8Panel(floats, 64, columns, groupSize, panel);
            });
            for (const std::int64_t tokens : { 1, 512 }) {
                const std::int64_t rows = 64 * (tokens == 1 ? panels : std::min<std::int64_t>(panels, 32));
                const AlignedBuffer y = randomFloats(tokens * rows);
                for (const bool wide : { true, false }) {
                    const Activated x = quantise(pool, table, tokens, columns, wide);
                    const double seconds = bestSeconds(pool, 300, [&](int worker) {
                        const auto [begin, end] = share(rows, worker, pool.threadCount(), 64);
                        const Output output { y.as<float>().data(), rows };
                        if (groupSize == 0)
                            table.matmulInt4(x.view,
                                { matrix.as<std::uint8_t>().data(), rows, columns, hasZeroPoints },
                                { begin, end }, output);
                        else
                            table.matmulInt8(x.view,
                                { matrix.as<std::uint8_t>().data(), rows, columns, groupSize },
                                { begin, end }, output);
                    });
                    const double gbs = static_cast<double>(rows / 64 * panelBytes) / seconds * 1e-9;
                    std::printf(
                        "%s K %4ld, %3ld tokens of %2d bits %8.1f GB/s (%3.0f %% of read) %8.0f GOPS\n", name,
                        static_cast<long>(columns), static_cast<long>(tokens), wide ? 16 : 8, gbs,
                        100e9 * gbs / read, 2e-9 * static_cast<double>(rows * columns * tokens) / seconds);
                }
            }
        }
    }
    return 0;
}
