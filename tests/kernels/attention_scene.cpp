#include "tests/kernels/attention_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru::test {

using namespace kernels;

namespace {

/// Whatever the thread's last task left there.
std::vector<float> usedScratch(std::int64_t floats)
{
    return std::vector<float>(static_cast<std::size_t>(floats), std::numeric_limits<float>::quiet_NaN());
}

} // namespace

CacheMemory::CacheMemory(KvFormat format, std::int64_t headDim, std::int64_t blockCount)
    : blockCount_(blockCount)
    , layout_(kvBlockLayout(format, headDim))
    , blockStride_(layout_.sizeBytes + 192) // as if other heads lay between
{
    constexpr std::byte kNoNumber { 0xFF };
    memory_.assign(static_cast<std::size_t>(blockCount * blockStride_ + 64), kNoNumber);
}

KvHead CacheMemory::head() const
{
    const auto misaligned = reinterpret_cast<std::uintptr_t>(memory_.data()) % 64;
    return { memory_.data() + (64 - misaligned), blockCount_, blockStride_, layout_ };
}

void AttentionScene::causal(std::int64_t firstPosition, std::int64_t window)
{
    for (std::int64_t t = 0; t < tokens; ++t)
        visible.push_back(
            { std::max<std::int64_t>(0, firstPosition + t + 1 - window), firstPosition + t + 1 });
}

VisibleRange AttentionScene::all() const
{
    VisibleRange all = visible.front();
    for (const VisibleRange& range : visible)
        all = { std::min(all.begin, range.begin), std::max(all.end, range.end) };
    return all;
}

void AttentionScene::fill(std::uint32_t seed)
{
    Random random(seed);
    query = random.floats(tokens * stride(), -size, size);
    const auto [begin, end] = all();
    cache = CacheMemory(format, headDim, (end - begin + kBlockPositions - 1) / kBlockPositions + spareBlocks);
    const std::vector<float> keys = random.floats((end - begin) * headDim, -size, size);
    const std::vector<float> values = random.floats((end - begin) * headDim, -1, 1);
    std::vector<float> scratch = usedScratch(kvBlockLayout(format, headDim).valueStride);
    table(Isa::Scalar)
        .cacheWrite({ .key = keys.data(),
            .keyStride = headDim,
            .value = values.data(),
            .valueStride = headDim,
            .tokens = end - begin,
            .firstPosition = begin,
            .scratch = scratch.data(),
            .cache = cache.head() });
}

std::vector<float> AttentionScene::run(const KernelTable& table, std::int64_t begin, std::int64_t end) const
{
    const std::int64_t count = (end < 0 ? tokens : end) - begin;
    std::vector<float> scratch = usedScratch(attentionScratchFloats(count * group, headDim));
    std::vector<float> output(static_cast<std::size_t>(count * stride()), -77);
    table.attention({ .query = query.data() + begin * stride(),
        .queryStride = stride(),
        .tokens = count,
        .groupSize = group,
        .cache = cache.head(),
        .visible = visible.data() + begin,
        .scale = 1 / std::sqrt(static_cast<float>(headDim)),
        .softcap = softcap,
        .scratch = scratch.data(),
        .output = output.data(),
        .outputStride = stride() });
    return output;
}

std::vector<float> AttentionScene::runByStretches(const KernelTable& table) const
{
    const std::int64_t rows = tokens * group;
    const std::int64_t first = all().begin / kStretchPositions;
    const std::int64_t count = (all().end - 1) / kStretchPositions + 1 - first;
    const std::int64_t partFloats = attentionPartFloats(rows, headDim);
    std::vector<float> parts = usedScratch(count * partFloats);
    std::vector<float> scratch = usedScratch(attentionScratchFloats(rows, headDim));
    for (std::int64_t i = count - 1; i >= 0; --i) { // whoever is first
        std::vector<VisibleRange> seen = visible;
        for (VisibleRange& range : seen) {
            range.begin = std::max(range.begin, (first + i) * kStretchPositions);
            range.end = std::min(range.end, (first + i + 1) * kStretchPositions);
        }
        table.attention({ .query = query.data(),
            .queryStride = stride(),
            .tokens = tokens,
            .groupSize = group,
            .cache = cache.head(),
            .visible = seen.data(),
            .scale = 1 / std::sqrt(static_cast<float>(headDim)),
            .softcap = softcap,
            .scratch = scratch.data(),
            .part = parts.data() + i * partFloats });
    }
    std::vector<float> output(static_cast<std::size_t>(tokens * stride()), -77);
    for (std::int64_t r = 0; r < rows; ++r) {
        joinAttention(cache.head().layout, parts.data() + attentionPartFloats(r, headDim), partFloats, count,
            scratch.data(), output.data() + r / group * stride() + r % group * headDim);
    }
    return output;
}

std::vector<double> AttentionScene::bounds() const
{
    const auto [begin, end] = all();
    const double scoreError
        = 4 * 0x1p-24 * std::sqrt(static_cast<double>(headDim)) * static_cast<double>(size * size);
    const double sumError = 0x1p-24 * (8 + 2 * std::sqrt(static_cast<double>(end - begin)));
    return std::vector<double>(static_cast<std::size_t>(tokens * stride()), 2 * scoreError + sumError);
}

} // namespace moru::test
