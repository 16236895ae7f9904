#include "tests/session/silent_observer.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <numeric>

namespace moru {

namespace {

using test::greedyRequest;
using test::KeepingObserver;
using test::someIds;
using test::TinyModel;

const OperationTotals* find(const std::vector<OperationTotals>& list, std::string_view name)
{
    const auto found
        = std::ranges::find_if(list, [&](const OperationTotals& entry) { return entry.name == name; });
    return found == list.end() ? nullptr : &*found;
}

} // namespace

class Profile final : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        const TinyModel model("llama");
        const auto session = model.session({ .contextLength = 512 });
        result_ = session->generate(greedyRequest(someIds(200, 61), 10), observer_, {});
        QVERIFY(!result_.error);
    }

    void aTokensRolesAddUpToItsTime()
    {
        for (const GeneratedToken& token : observer_.tokens) {
            const StepProfile& profile = token.profile;
            QVERIFY(profile.durationNs > 0);
            QCOMPARE(std::accumulate(profile.roleNs.begin(), profile.roleNs.end(), std::int64_t(0)),
                profile.durationNs);
        }
    }

    void operationsAreCountedForEachLayerAndPass()
    {
        // 9 decode passes (the first token comes from the prompt), 4 layers each.
        QCOMPARE(find(result_.profile.decode, "gate_up")->calls, std::int64_t(9 * 4));
        QCOMPARE(find(result_.profile.decode, "logits")->calls, std::int64_t(9));
        // Two chunks of the prompt; logits are made once.
        QCOMPARE(find(result_.profile.prefill, "gate_up")->calls, std::int64_t(2 * 4));
        QCOMPARE(find(result_.profile.prefill, "logits")->calls, std::int64_t(1));
        QCOMPARE(find(result_.profile.decode, "sampling")->calls, std::int64_t(9));
    }

    void bytesAndOperationsFollowFromTheShapes()
    {
        const std::int64_t weights = 2 * 48 * 32; // gate and up
        QCOMPARE(find(result_.profile.decode, "gate_up")->bytesRead, 9 * 4 * weights * 2);
        QCOMPARE(find(result_.profile.decode, "gate_up")->operations, 9 * 4 * weights * 2);
        QCOMPARE(find(result_.profile.prefill, "gate_up")->operations, 200 * 4 * weights * 2);
    }

    void theTableAddsUpToTheWall()
    {
        for (const auto& [list, wall] : { std::pair(&result_.profile.prefill, result_.profile.prefillWallNs),
                 std::pair(&result_.profile.decode, result_.profile.decodeWallNs) }) {
            std::int64_t sum = 0;
            for (const OperationTotals& entry : *list)
                sum += entry.timeNs;
            QCOMPARE(sum, wall);
        }
    }

private:
    KeepingObserver observer_;
    GenerationResult result_;
};

MORU_TEST(Profile)

} // namespace moru

#include "profile_test.moc"
