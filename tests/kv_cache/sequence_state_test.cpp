#include "engine/kv_cache/sequence_state.h"
#include "tests/support/test_main.h"

#include <array>

namespace moru {

namespace {

constexpr int kContext = 4096;
constexpr int kChunk = 64;
constexpr int kWindow = 16;
constexpr int kRingSlack = 1024; // what the implementation promises at least for taking tokens back

const std::array fullLayer { CacheSpecification { .kvHeadCount = 2, .headDim = 8, .window = std::nullopt } };
const std::array slidingLayer { CacheSpecification { .kvHeadCount = 2, .headDim = 8, .window = kWindow } };
const std::array convolution { ConvolutionStateSpecification { .layer = 0, .taps = 4, .channels = 8 } };
const std::array delta { DeltaStateSpecification {
    .layer = 0, .valueHeads = 2, .keyDim = 4, .valueDim = 4 } };

SequenceState makeState(std::span<const CacheSpecification> caches, bool isRecurrent = false)
{
    SequenceSpecification specification {
        .caches = caches, .convolutions = {}, .deltas = {}, .contextLength = kContext, .chunkSize = kChunk
    };
    if (isRecurrent) {
        specification.convolutions = convolution;
        specification.deltas = delta;
    }
    return std::move(*SequenceState::create(specification));
}

} // namespace

class KvCache final : public QObject {
    Q_OBJECT
private slots:
    void slidingLayerKeepsItsWindowOnly()
    {
        const SequenceState full = makeState(fullLayer);
        const SequenceState sliding = makeState(slidingLayer);
        QCOMPARE(full.cache(0).capacity(), std::int64_t(kContext));
        QVERIFY(sliding.cache(0).capacity() >= kWindow - 1 + kChunk);
        QVERIFY(sliding.cache(0).capacity() < kContext / 2);
        QVERIFY(sliding.sizeBytes() < full.sizeBytes());
    }

    void shortContextBoundsTheRing()
    {
        const auto state = SequenceState::create({ .caches = slidingLayer,
            .convolutions = {},
            .deltas = {},
            .contextLength = 70,
            .chunkSize = kChunk });
        QCOMPARE(state->cache(0).capacity(), std::int64_t(128)); // whole blocks
    }

    void memoryOfTheFirstPositionsIsTheirBlocks()
    {
        const SequenceState state = makeState(fullLayer);
        const LayerCache& cache = state.cache(0);
        const auto blockBytes = std::size_t(cache.kvHeadCount * cache.layout.sizeBytes);
        QCOMPARE(state.memoryOf(64).size(), std::size_t(1));
        QCOMPARE(state.memoryOf(0)[0].size(), std::size_t(0));
        QCOMPARE(state.memoryOf(64)[0].size(), blockBytes);
        QCOMPARE(state.memoryOf(65)[0].size(), 2 * blockBytes);
        QVERIFY(state.memoryOf(65)[0].data() == cache.blocks);
        QCOMPARE(state.memoryOf(10 * kContext)[0].size(), std::size_t(cache.blockCount) * blockBytes);
    }

    void attentionAloneRewindsAnywhere()
    {
        SequenceState state = makeState(fullLayer);
        state.advance(3000);
        QCOMPARE(state.reusablePrefix(5000), 3000);
        QCOMPARE(state.reusablePrefix(7), 7);
        state.rewind(7);
        QCOMPARE(state.length(), 7);
    }

    void slidingLayerRewindsWhileItsWindowIsStillThere()
    {
        SequenceState state = makeState(slidingLayer);
        state.advance(3000);
        QCOMPARE(state.reusablePrefix(3000 - kRingSlack), 3000 - kRingSlack);
        const auto capacity = int(state.cache(0).capacity());
        const int oldest = 3000 - capacity; // positions from here on are still in the ring
        QCOMPARE(state.reusablePrefix(oldest + kWindow - 1), oldest + kWindow - 1);
        QCOMPARE(state.reusablePrefix(oldest + kWindow - 2), 0);
    }

    void aRewoundRingRemembersHowFarItWasWritten()
    {
        SequenceState state = makeState(slidingLayer);
        state.advance(3000);
        const auto capacity = int(state.cache(0).capacity());
        const int edge = 3000 - capacity + kWindow - 1;
        state.rewind(2500);
        state.advance(10);
        // Rows of positions beyond 2510 were overwritten by none, but those before 3000 − capacity are gone.
        QCOMPARE(state.reusablePrefix(edge), edge);
        QCOMPARE(state.reusablePrefix(edge - 1), 0);
    }

    void recurrentStatesReturnToSnapshotsOnly()
    {
        SequenceState state = makeState(fullLayer, true);
        state.deltaState(0)[3] = 1.5F;
        state.convolutionState(0)[2] = 2.5F;
        state.advance(10);
        state.takeSnapshot();
        state.deltaState(0)[3] = 9.0F;
        state.convolutionState(0)[2] = 9.0F;
        state.advance(5);
        QCOMPARE(state.reusablePrefix(15), 15);
        QCOMPARE(state.reusablePrefix(14), 10);
        QCOMPARE(state.reusablePrefix(9), 0);
        state.rewind(10);
        QCOMPARE(state.deltaState(0)[3], 1.5F);
        QCOMPARE(state.convolutionState(0)[2], 2.5F);
        QCOMPARE(state.length(), 10);
    }

    void aNewSequenceStartsFromZeroStates()
    {
        SequenceState state = makeState(fullLayer, true);
        state.deltaState(0)[0] = 1.0F;
        state.convolutionState(0)[0] = 1.0F;
        state.advance(4);
        state.takeSnapshot();
        state.clear();
        QCOMPARE(state.length(), 0);
        QCOMPARE(state.deltaState(0)[0], 0.0F);
        QCOMPARE(state.convolutionState(0)[0], 0.0F);
        QCOMPARE(state.reusablePrefix(4), 0);
    }

    void oldSnapshotsGiveWayToNewOnes()
    {
        SequenceState state = makeState(fullLayer, true);
        for (int turn = 1; turn <= 10; ++turn) {
            state.advance(10);
            state.takeSnapshot();
        }
        QCOMPARE(state.reusablePrefix(99), 90);
        QCOMPARE(state.reusablePrefix(15), 0);
    }

    void predictionEqualsWhatIsReserved()
    {
        for (const KvFormat format : { KvFormat::Float32, KvFormat::Bfloat16, KvFormat::Int8 }) {
            const SequenceSpecification specification { .caches = slidingLayer,
                .convolutions = convolution,
                .deltas = delta,
                .contextLength = kContext,
                .chunkSize = kChunk,
                .kvFormat = format };
            QCOMPARE(
                SequenceState::create(specification)->sizeBytes(), SequenceState::bytesFor(specification));
        }
    }

    void blocksOfAllHeadsLieBesideEachOther()
    {
        const SequenceState state = makeState(fullLayer);
        const KvHead first = state.cache(0).head(0);
        const KvHead second = state.cache(0).head(1);
        QCOMPARE(second.blocks - first.blocks, std::ptrdiff_t(first.layout.sizeBytes));
        QCOMPARE(first.blockStride, 2 * first.layout.sizeBytes);
        const std::byte* end
            = second.blocks + (second.blockCount - 1) * second.blockStride + second.layout.sizeBytes;
        QVERIFY(std::uint64_t(end - first.blocks) <= state.sizeBytes());
    }

    void narrowerFormatsNeedLess()
    {
        const std::array layer { CacheSpecification {
            .kvHeadCount = 2, .headDim = 128, .window = std::nullopt } };
        const auto bytes = [&](KvFormat format) {
            return SequenceState::bytesFor({ .caches = layer,
                .convolutions = {},
                .deltas = {},
                .contextLength = kContext,
                .chunkSize = kChunk,
                .kvFormat = format });
        };
        const std::uint64_t floats = 2 * 2 * 128 * kContext; // keys and values of two heads
        const std::uint64_t lines = 64 * 2 * kContext / kBlockPositions; // one more for each block
        QCOMPARE(bytes(KvFormat::Float32), 4 * floats + lines);
        QCOMPARE(bytes(KvFormat::Bfloat16), 2 * floats + lines);
        QCOMPARE(bytes(KvFormat::Int8), floats + 4 * floats / 128 + lines); // and a scale for each row
    }

    /// Such distances put all blocks of a head into the same few sets of a cache.
    void noTwoBlocksLieAPowerOfTwoApart()
    {
        for (const KvFormat format : { KvFormat::Float32, KvFormat::Bfloat16, KvFormat::Int8 }) {
            for (const std::int64_t headDim : { 5, 64, 80, 96, 128, 256 }) {
                const KvBlockLayout layout = kvBlockLayout(format, headDim);
                QCOMPARE(layout.sizeBytes % 128, 64);
                QVERIFY(layout.sizeBytes >= layout.scalesOffset);
            }
        }
    }
};

MORU_TEST(KvCache)

} // namespace moru

#include "sequence_state_test.moc"
