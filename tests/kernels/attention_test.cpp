#include "tests/kernels/attention_scene.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>

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
    void longRangesAgreeWithScalar_data() { moru::test::addIsaRows(); }
    void longRangesAgreeWithScalar();
    void stretchesJoinToTheSameBits_data() { moru::test::addIsaRows(); }
    void stretchesJoinToTheSameBits();
};

using namespace moru;
using namespace moru::kernels;
using moru::test::AttentionScene;
using moru::test::kKvFormats;

#define COMPARE_WITH_SCALAR(scene)                                                                           \
    MORU_WITHIN((scene).run(fast), (scene).run(moru::test::table(Isa::Scalar)), (scene).bounds())

void AttentionKernel::decodeAgreesWithScalar()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t headDim : { 1, 5, 16, 31, 64, 80, 128, 256 }) {
            for (const std::int64_t group : { 1, 2, 3, 6, 7, 8, 13, 16 }) {
                for (const std::int64_t cached : { 1, 2, 63, 64, 65, 130, 300 }) {
                    AttentionScene scene { .group = group, .headDim = headDim, .format = format };
                    scene.causal(cached - 1);
                    scene.fill(static_cast<std::uint32_t>(headDim * 1000 + group * 100 + cached));
                    COMPARE_WITH_SCALAR(scene);
                }
            }
        }
    }
}

void AttentionKernel::prefillAgreesWithScalar()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t headDim : { 4, 7, 64, 80, 128, 256 }) {
            for (const std::int64_t tokens : { 2, 5, 13, 64, 70 }) {
                for (const std::int64_t before : { 0, 1, 60, 201 }) {
                    AttentionScene scene {
                        .tokens = tokens, .group = 1 + tokens % 3, .headDim = headDim, .format = format
                    };
                    scene.spareBlocks = 1; // not used yet
                    scene.causal(before);
                    scene.fill(static_cast<std::uint32_t>(headDim + tokens + before));
                    COMPARE_WITH_SCALAR(scene);
                }
            }
        }
    }
}

void AttentionKernel::windowInARingThatWraps()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t window : { 1, 3, 50, 64, 100 }) {
            for (const std::int64_t tokens : { 1, 4, 40 }) {
                for (const std::int64_t position : { 0, 37, 199, 1000, 100'003 }) {
                    AttentionScene scene { .tokens = tokens, .group = 2, .headDim = 32, .format = format };
                    scene.causal(position, window);
                    scene.fill(static_cast<std::uint32_t>(window + tokens + position));
                    COMPARE_WITH_SCALAR(scene);
                }
            }
        }
    }
}

void AttentionKernel::softcapAndLargeScores()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t tokens : { 1, 30 }) {
            AttentionScene capped { .tokens = tokens, .group = 2, .headDim = 128, .format = format };
            capped.softcap = 50;
            capped.size = 4;
            capped.causal(170 - tokens);
            capped.fill(1);
            COMPARE_WITH_SCALAR(capped);
            AttentionScene large { .tokens = tokens, .group = 2, .headDim = 64, .format = format };
            large.size = 30;
            large.causal(170 - tokens);
            large.fill(2);
            COMPARE_WITH_SCALAR(
                large); // scores of some hundreds: without the largest taken off they overflow
        }
    }
}

void AttentionKernel::blocksThatSeeEachOther()
{
    MORU_KERNELS(fast);
    // Positions 90 … 129 are an image: its tokens see all of it, the others what is before them.
    AttentionScene scene { .tokens = 80, .group = 2, .headDim = 64 };
    scene.causal(70);
    for (std::int64_t position = 90; position < 130; ++position)
        scene.visible[static_cast<std::size_t>(position - 70)].end = 130;
    scene.fill(3);
    COMPARE_WITH_SCALAR(scene);
}

void AttentionKernel::whatIsNotVisibleMayBeNoNumber()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t tokens : { 1, 20 }) {
            AttentionScene scene { .tokens = tokens, .group = 2, .headDim = 64, .format = format };
            scene.causal(120, 100);
            scene.fill(4); // only what is visible is written, the rest of the cache is no number
            for (const float value : scene.run(fast))
                QVERIFY(std::isfinite(value));
            COMPARE_WITH_SCALAR(scene);
        }
    }
}

void AttentionKernel::chunksOfAPromptDoNotMatter()
{
    MORU_KERNELS(fast);
    for (const KvFormat format : kKvFormats) {
        AttentionScene scene { .tokens = 150, .group = 2, .headDim = 64, .format = format };
        scene.size = 3;
        scene.causal(40, 90);
        scene.fill(5);
        const auto whole = scene.run(fast);
        for (const std::int64_t chunk : { 1, 2, 7, 32, 64, 149 }) { // the same blocks, the same bits
            for (std::int64_t begin = 0; begin + chunk <= scene.tokens; begin += chunk) {
                const auto part = scene.run(fast, begin, begin + chunk);
                QVERIFY(std::equal(part.begin(), part.end(), whole.begin() + begin * scene.stride()));
            }
        }
    }
}

namespace {

/// Calls check(scene) for scenes of one to three stretches, of which windows may see no more than an end.
template <typename Check> void forEachLongScene(Check check)
{
    for (const KvFormat format : kKvFormats) {
        for (const std::int64_t headDim : { 5, 80 }) {
            for (const std::int64_t tokens : { 1, 4, 40 }) {
                for (const std::int64_t window : { 5000, 1100, 3 }) {
                    for (const std::int64_t before : { 1023, 2070 }) {
                        AttentionScene scene {
                            .tokens = tokens, .group = 3, .headDim = headDim, .format = format
                        };
                        scene.causal(before, window);
                        scene.fill(static_cast<std::uint32_t>(headDim + tokens + window + before));
                        check(scene);
                    }
                }
            }
        }
    }
}

} // namespace

void AttentionKernel::longRangesAgreeWithScalar()
{
    MORU_KERNELS(fast);
    forEachLongScene([&](const AttentionScene& scene) { COMPARE_WITH_SCALAR(scene); });
}

void AttentionKernel::stretchesJoinToTheSameBits()
{
    MORU_KERNELS(fast);
    forEachLongScene(
        [&](const AttentionScene& scene) { QCOMPARE(scene.runByStretches(fast), scene.run(fast)); });
}

MORU_TEST(AttentionKernel)
#include "attention_test.moc"
