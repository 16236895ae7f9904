#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <limits>

class AttentionKernel final : public QObject {
    Q_OBJECT
private slots:
    void decodeAgreesWithScalar_data() { moru::test::addIsaRows(); }
    void decodeAgreesWithScalar();
    void prefillAgreesWithScalar_data() { moru::test::addIsaRows(); }
    void prefillAgreesWithScalar();
    void windowInARingThatWraps_data() { moru::test::addIsaRows(); }
    void windowInARingThatWraps();
    void softcapAndLargeScores_data() { moru::test::addIsaRows(); }
    void softcapAndLargeScores();
    void blocksThatSeeEachOther_data() { moru::test::addIsaRows(); }
    void blocksThatSeeEachOther();
    void whatIsNotVisibleMayBeNoNumber_data() { moru::test::addIsaRows(); }
    void whatIsNotVisibleMayBeNoNumber();
    void chunksOfAPromptDoNotMatter_data() { moru::test::addIsaRows(); }
    void chunksOfAPromptDoNotMatter();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using test::Random;

/// A cache filled with random keys and values, queries, and what each token sees.
struct Scene {
    std::int64_t tokens = 1;
    std::int64_t group = 1;
    std::int64_t headDim = 64;
    std::int64_t capacity = 64;
    float softcap = 0;
    float size = 1; ///< of keys and queries
    std::vector<VisibleRange> visible {};
    std::vector<float> query {}, keys {}, values {};

    void fill(std::uint32_t seed)
    {
        Random random(seed);
        query = random.floats(tokens * stride(), -size, size);
        keys = random.floats(capacity * headDim, -size, size);
        values = random.floats(capacity * headDim, -1, 1);
    }
    void causal(std::int64_t firstPosition, std::int64_t window = std::int64_t { 1 } << 40)
    {
        for (std::int64_t t = 0; t < tokens; ++t)
            visible.push_back(
                { std::max<std::int64_t>(0, firstPosition + t + 1 - window), firstPosition + t + 1 });
    }
    [[nodiscard]] std::int64_t stride() const { return group * headDim + 3; }

    /// Tokens [begin, end) only, if asked for.
    [[nodiscard]] std::vector<float> run(
        const KernelTable& table, std::int64_t begin = 0, std::int64_t end = -1) const
    {
        const std::int64_t count = (end < 0 ? tokens : end) - begin;
        std::int64_t longest = 0;
        for (const VisibleRange& range : visible)
            longest = std::max(longest, range.end - range.begin);
        std::vector<float> scratch(
            static_cast<std::size_t>(attentionScratchFloats(longest, count, group, headDim)),
            std::numeric_limits<float>::quiet_NaN()); // whatever the thread's last task left there
        std::vector<float> output(static_cast<std::size_t>(count * stride()), -77);
        AttentionTask task;
        task.query = query.data() + begin * stride();
        task.queryStride = stride();
        task.tokens = count;
        task.groupSize = group;
        task.keys = keys.data();
        task.values = values.data();
        task.capacity = capacity;
        task.headDim = headDim;
        task.visible = visible.data() + begin;
        task.scale = 1 / std::sqrt(static_cast<float>(headDim));
        task.softcap = softcap;
        task.scratch = scratch.data();
        task.output = output.data();
        task.outputStride = stride();
        table.attention(task);
        return output;
    }

    /// Outputs are averages of values within ±1: an error of s in a score is one of at most 2 · s in them. A
    /// score is a sum of headDim products, each up to size², and the average one of as many terms as are
    /// visible.
    [[nodiscard]] std::vector<double> bounds() const
    {
        const double scoreError
            = 4 * 0x1p-24 * std::sqrt(static_cast<double>(headDim)) * static_cast<double>(size * size);
        const double sumError = 0x1p-24 * (8 + 2 * std::sqrt(static_cast<double>(capacity)));
        return std::vector<double>(static_cast<std::size_t>(tokens * stride()), 2 * scoreError + sumError);
    }
};

} // namespace

#define COMPARE_WITH_SCALAR(scene)                                                                           \
    MORU_WITHIN((scene).run(fast), (scene).run(moru::test::table(Isa::Scalar)), (scene).bounds())

void AttentionKernel::decodeAgreesWithScalar()
{
    MORU_KERNELS(fast);
    for (const std::int64_t headDim : { 1, 5, 16, 31, 64, 80, 128, 256 }) {
        for (const std::int64_t group : { 1, 2, 3, 6, 7, 8, 16 }) {
            for (const std::int64_t cached : { 1, 2, 63, 64, 65, 130, 300 }) {
                Scene scene { .group = group, .headDim = headDim, .capacity = cached };
                scene.causal(cached - 1);
                scene.fill(static_cast<std::uint32_t>(headDim * 1000 + group * 100 + cached));
                COMPARE_WITH_SCALAR(scene);
            }
        }
    }
}

void AttentionKernel::prefillAgreesWithScalar()
{
    MORU_KERNELS(fast);
    for (const std::int64_t headDim : { 4, 7, 64, 96, 128 }) {
        for (const std::int64_t tokens : { 2, 5, 13, 64, 70 }) {
            for (const std::int64_t before : { 0, 1, 60, 201 }) {
                Scene scene { .tokens = tokens, .group = 1 + tokens % 3, .headDim = headDim };
                scene.capacity = before + tokens + 7; // the rest of the capacity is not used yet
                scene.causal(before);
                scene.fill(static_cast<std::uint32_t>(headDim + tokens + before));
                COMPARE_WITH_SCALAR(scene);
            }
        }
    }
}

void AttentionKernel::windowInARingThatWraps()
{
    MORU_KERNELS(fast);
    for (const std::int64_t window : { 1, 3, 50, 64, 100 }) {
        for (const std::int64_t tokens : { 1, 4, 40 }) {
            for (const std::int64_t position : { 0, 37, 199, 1000, 100'003 }) {
                Scene scene { .tokens = tokens, .group = 2, .headDim = 32, .capacity = window + tokens };
                scene.causal(position, window);
                scene.fill(static_cast<std::uint32_t>(window + tokens + position));
                COMPARE_WITH_SCALAR(scene);
            }
        }
    }
}

void AttentionKernel::softcapAndLargeScores()
{
    MORU_KERNELS(fast);
    for (const std::int64_t tokens : { 1, 30 }) {
        Scene capped {
            .tokens = tokens, .group = 2, .headDim = 128, .capacity = 200, .softcap = 50, .size = 4
        };
        capped.causal(170 - tokens);
        capped.fill(1);
        COMPARE_WITH_SCALAR(capped);
        Scene large { .tokens = tokens, .group = 2, .headDim = 64, .capacity = 200, .size = 30 };
        large.causal(170 - tokens);
        large.fill(2);
        COMPARE_WITH_SCALAR(large); // scores of some hundreds: without the largest taken off they overflow
    }
}

void AttentionKernel::blocksThatSeeEachOther()
{
    MORU_KERNELS(fast);
    // Positions 90 … 129 are an image: its tokens see all of it, the others what is before them.
    Scene scene { .tokens = 80, .group = 2, .headDim = 64, .capacity = 160 };
    scene.causal(70);
    for (std::int64_t position = 90; position < 130; ++position)
        scene.visible[static_cast<std::size_t>(position - 70)].end = 130;
    scene.fill(3);
    COMPARE_WITH_SCALAR(scene);
}

void AttentionKernel::whatIsNotVisibleMayBeNoNumber()
{
    MORU_KERNELS(fast);
    for (const std::int64_t tokens : { 1, 20 }) {
        Scene scene { .tokens = tokens, .group = 2, .headDim = 64, .capacity = 256 };
        scene.causal(120, 100);
        scene.fill(4);
        for (std::int64_t position = 0; position < scene.capacity; ++position) {
            if (position > 20 && position < 120 + tokens)
                continue;
            const auto begin = static_cast<std::ptrdiff_t>(position * scene.headDim);
            std::fill_n(scene.keys.begin() + begin, scene.headDim, std::numeric_limits<float>::quiet_NaN());
            std::fill_n(scene.values.begin() + begin, scene.headDim, std::numeric_limits<float>::infinity());
        }
        for (const float value : scene.run(fast))
            QVERIFY(std::isfinite(value));
        COMPARE_WITH_SCALAR(scene);
    }
}

void AttentionKernel::chunksOfAPromptDoNotMatter()
{
    MORU_KERNELS(fast);
    Scene scene { .tokens = 150, .group = 2, .headDim = 64, .capacity = 200, .size = 3 };
    scene.causal(40, 90);
    scene.fill(5);
    const auto whole = scene.run(fast);
    for (const std::int64_t chunk : { 7, 32, 64, 149 }) { // many rows each: the same blocks, the same bits
        for (std::int64_t begin = 0; begin + chunk <= scene.tokens; begin += chunk) {
            const auto part = scene.run(fast, begin, begin + chunk);
            QVERIFY(std::equal(part.begin(), part.end(), whole.begin() + begin * scene.stride()));
        }
    }
    // A few rows take another path, whose scores are summed in another order.
    const auto bounds = scene.bounds();
    for (std::int64_t t = 0; t < scene.tokens; ++t) {
        const auto part = scene.run(fast, t, t + 1);
        const auto offset = static_cast<std::ptrdiff_t>(t * scene.stride());
        MORU_WITHIN(part, std::vector<float>(whole.begin() + offset, whole.begin() + offset + scene.stride()),
            std::vector<double>(bounds.begin(), bounds.begin() + scene.stride()));
    }
}

MORU_TEST(AttentionKernel)
#include "attention_test.moc"
