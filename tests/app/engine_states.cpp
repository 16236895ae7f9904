#include "app/session/engine_controller.h"
#include "app/worker/engine_thread.h"
#include "tests/app/fake_engine.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>

using namespace moru;
using namespace moru::test;

namespace {

/// A controller over a fake engine on a real thread.
struct Bench {
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    EngineThread thread { std::make_unique<FakeEngine>(script) };
    EngineController engine { thread.worker() };
    std::vector<GenerationEnd> ends;
    std::vector<EngineStatus> statuses;
    QString text;

    Bench()
    {
        QObject::connect(&engine, &EngineController::generationEnded,
            [this](const GenerationEnd& end) { ends.push_back(end); });
        QObject::connect(&engine, &EngineControl::stateChanged, [this](const EngineState& state) {
            if (statuses.empty() || statuses.back() != state.status)
                statuses.push_back(state.status);
        });
        QObject::connect(&engine, &EngineController::generated, [this](const GenerationBatch& batch) {
            for (const TextPiece& piece : batch.text)
                text += piece.text;
        });
    }

    ~Bench()
    {
        engine.shutDown();
        script->hearAgain();
    }

    [[nodiscard]] EngineStatus status() const { return engine.state().status; }
    GenerationId order()
    {
        return engine.order([](const LoadedModelInfo&) -> Result<GenerationRequest> { return {}; });
    }

    void loadNow(const char* title = "A")
    {
        script->letLoadFinish();
        engine.load(modelNamed(title));
        QTRY_COMPARE(status(), EngineStatus::Ready);
    }
    void generateNow()
    {
        order();
        QTRY_COMPARE(status(), EngineStatus::Generating);
        QTRY_COMPARE(engine.state().prefill.tokensDone, 8);
    }
};

using enum EngineStatus;

} // namespace

class EngineStates : public QObject {
    Q_OBJECT
private slots:
    void loadsAndIsReady()
    {
        Bench bench;
        QCOMPARE(bench.status(), NotLoaded);
        bench.engine.load(modelNamed("A"));
        QCOMPARE(bench.status(), Loading);
        QTRY_COMPARE(bench.engine.state().loading.phase, LoadPhase::ReadWeights);
        QCOMPARE(bench.engine.state().loading.bytesTotal, std::uint64_t(10));
        QVERIFY(!bench.engine.loadedModel());
        bench.script->letLoadFinish();
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.engine.loadedModel()->title, QStringLiteral("A"));
    }

    void loadCanBeCancelled()
    {
        Bench bench;
        bench.engine.load(modelNamed("A"));
        QTRY_COMPARE(bench.script->loads().size(), std::size_t(1));
        bench.engine.cancelLoad();
        QCOMPARE(bench.status(), Cancelling);
        QTRY_COMPARE(bench.status(), NotLoaded);
        QTRY_COMPARE(bench.script->ejectCount(), 1); // memory goes back
        QVERIFY(!bench.engine.state().error);
    }

    void loadThatFinishedWhileItWasCancelledIsGivenBack()
    {
        Bench bench;
        bench.script->becomeDeaf();
        bench.engine.load(modelNamed("A"));
        QTRY_COMPARE(bench.script->loads().size(), std::size_t(1));
        bench.engine.cancelLoad();
        bench.script->letLoadFinish();
        QTRY_COMPARE(bench.status(), NotLoaded);
        QTRY_VERIFY(!bench.script->isModelLoaded());
        QVERIFY(!bench.engine.loadedModel());
    }

    void switchingWhileLoadingLoadsTheLastWish()
    {
        Bench bench;
        bench.engine.load(modelNamed("A"));
        QTRY_COMPARE(bench.script->loads().size(), std::size_t(1));
        bench.engine.load(modelNamed("B"));
        bench.engine.load(modelNamed("C")); // twice quickly
        QCOMPARE(bench.status(), Cancelling);
        QTRY_COMPARE(bench.script->loads().size(), std::size_t(2));
        bench.script->letLoadFinish();
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.engine.loadedModel()->title, QStringLiteral("C"));
        QCOMPARE(bench.script->loads(), (std::vector<std::string> { "A", "C" }));
    }

    void switchingBackToTheFirstLoadsIt()
    {
        Bench bench;
        bench.engine.load(modelNamed("A"));
        bench.engine.load(modelNamed("B"));
        bench.engine.load(modelNamed("A"));
        bench.script->runFreely(0);
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.engine.loadedModel()->title, QStringLiteral("A"));
    }

    void aWishBehindACancelledLoadCanBeWithdrawn()
    {
        Bench bench;
        bench.engine.load(modelNamed("A"));
        QTRY_COMPARE(bench.script->loads().size(), std::size_t(1));
        bench.engine.load(modelNamed("B"));
        bench.engine.cancelLoad();
        QTRY_COMPARE(bench.status(), NotLoaded);
        QCOMPARE(bench.script->loads().size(), std::size_t(1));
    }

    void failingModelIsTriedOnce()
    {
        Bench bench;
        bench.script->failNextLoad(ErrorCode::MissingShard);
        bench.engine.load(modelNamed("A"));
        QTRY_COMPARE(bench.status(), Failed);
        QCOMPARE(bench.engine.state().error->code, ErrorCode::MissingShard);
        const GenerationId waiting = bench.order(); // starts no load
        QCoreApplication::processEvents();
        QCOMPARE(bench.status(), Failed);
        QCOMPARE(bench.script->loads().size(), std::size_t(1));
        bench.engine.cancel(waiting);
        bench.loadNow("B"); // and another model can follow
        QVERIFY(!bench.engine.state().error);
    }

    void ejectingAFailureForgetsIt()
    {
        Bench bench;
        bench.script->failNextLoad(ErrorCode::Truncated);
        bench.engine.load(modelNamed("A"));
        QTRY_COMPARE(bench.status(), Failed);
        bench.engine.eject();
        QCOMPARE(bench.status(), NotLoaded);
        QVERIFY(!bench.engine.state().error);
    }

    void ejectGivesMemoryBack()
    {
        Bench bench;
        bench.loadNow();
        bench.engine.eject();
        bench.engine.eject(); // twice is once
        QCOMPARE(bench.status(), NotLoaded);
        QVERIFY(!bench.engine.loadedModel());
        QTRY_COMPARE(bench.script->ejectCount(), 1);
        QVERIFY(!bench.script->isModelLoaded());
    }

    void generatesToTheEnd()
    {
        Bench bench;
        bench.loadNow();
        bench.generateNow();
        QCOMPARE(bench.engine.state().phase, GenerationPhase::Prefill);
        bench.script->letTokens(3);
        QTRY_COMPARE(bench.engine.state().phase, GenerationPhase::Decode);
        bench.script->letGenerationFinish();
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.text, QStringLiteral("word word word "));
        QCOMPARE(bench.ends.size(), std::size_t(1));
        QCOMPARE(bench.ends[0].result->stopReason, StopReason::EndToken);
        const std::vector<EngineStatus> expected { Loading, Ready, Generating, Ready };
        QCOMPARE(bench.statuses, expected);
    }

    void stopEndsTheAnswerAndKeepsTheModel()
    {
        Bench bench;
        bench.loadNow();
        const GenerationId id = bench.order();
        QTRY_COMPARE(bench.status(), Generating);
        bench.engine.cancel(id);
        QCOMPARE(bench.status(), Cancelling);
        bench.engine.cancel(id); // pressed twice
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.ends.at(0).result->stopReason, StopReason::Cancelled);
        QVERIFY(bench.script->isModelLoaded());
    }

    void ejectWhileGeneratingEndsItAsEjected()
    {
        Bench bench;
        bench.loadNow();
        bench.generateNow();
        bench.script->letTokens(2);
        QTRY_COMPARE(bench.text, QStringLiteral("word word "));
        bench.engine.eject();
        QCOMPARE(bench.status(), Cancelling);
        QTRY_COMPARE(bench.status(), NotLoaded);
        QCOMPARE(bench.ends.at(0).result->stopReason, StopReason::Ejected);
        QTRY_VERIFY(!bench.script->isModelLoaded());
    }

    void switchWhileGeneratingEndsItAndLoads()
    {
        Bench bench;
        bench.loadNow("A");
        bench.generateNow();
        bench.script->letLoadFinish();
        bench.engine.load(modelNamed("B"));
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.engine.loadedModel()->title, QStringLiteral("B"));
        QCOMPARE(bench.ends.at(0).result->stopReason, StopReason::Ejected);
    }

    void failedAnswerKeepsTheModel()
    {
        Bench bench;
        bench.loadNow();
        bench.generateNow();
        bench.script->failGeneration(ErrorCode::FileChanged);
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.ends.at(0).result->error->code, ErrorCode::FileChanged);
    }

    void secondOrderWaitsItsTurn()
    {
        Bench bench;
        bench.loadNow();
        const GenerationId first = bench.order();
        const GenerationId second = bench.order();
        const GenerationId third = bench.order();
        QTRY_COMPARE(bench.status(), Generating);
        QCOMPARE(bench.engine.ordersAhead(first), std::optional<int>());
        QCOMPARE(bench.engine.ordersAhead(second), std::optional(1));
        QCOMPARE(bench.engine.ordersAhead(third), std::optional(2));
        bench.engine.cancel(second);
        QCOMPARE(bench.engine.ordersAhead(third), std::optional(1));
        bench.script->letGenerationFinish();
        QTRY_COMPARE(bench.engine.state().generation, third);
        bench.script->letGenerationFinish();
        QTRY_COMPARE(bench.status(), Ready);
        QCOMPARE(bench.ends.size(), std::size_t(2)); // nothing is told of the one taken out
    }

    void ordersWaitForAModelAndOutliveAChange()
    {
        Bench bench;
        const GenerationId id = bench.order();
        QCoreApplication::processEvents();
        QCOMPARE(bench.engine.ordersAhead(id), std::optional(0));
        bench.script->failNextLoad(ErrorCode::Truncated);
        bench.engine.load(modelNamed("A"));
        QTRY_COMPARE(bench.status(), Failed);
        QCOMPARE(bench.engine.ordersAhead(id), std::optional(0));
        bench.script->letLoadFinish();
        bench.engine.load(modelNamed("B"));
        QTRY_COMPARE(bench.status(), Generating);
        QCOMPARE(bench.engine.state().generation, id);
    }

    void lateEventsAreDroppedById()
    {
        Bench bench;
        bench.loadNow();
        bench.generateNow();
        GenerationBatch late;
        late.id = bench.engine.state().generation - 1;
        late.text.push_back({ QStringLiteral("of another answer"), false });
        emit bench.thread.worker().generated(late);
        auto result = std::make_shared<GenerationResult>();
        emit bench.thread.worker().generationEnded({ late.id, result });
        LoadOutcome outcome;
        outcome.id = 0;
        outcome.error = Error { ErrorCode::Internal, "of another load", {} };
        emit bench.thread.worker().loadEnded(outcome);
        QCoreApplication::processEvents();
        QCOMPARE(bench.status(), Generating);
        QVERIFY(bench.text.isEmpty());
        QVERIFY(bench.ends.empty());
    }

    void requestThatCannotBeBuiltEndsAlone()
    {
        Bench bench;
        bench.loadNow();
        bench.engine.order([](const LoadedModelInfo&) -> Result<GenerationRequest> {
            return failure(ErrorCode::InvalidRequest, "", "the chat is gone");
        });
        bench.order();
        QTRY_COMPARE(bench.status(), Generating);
        QCOMPARE(bench.ends.size(), std::size_t(1));
        QCOMPARE(bench.ends[0].result->error->code, ErrorCode::InvalidRequest);
    }

    void canQuitAtAnyTime_data()
    {
        QTest::addColumn<int>("moment");
        QTest::newRow("without a model") << 0;
        QTest::newRow("while loading") << 1;
        QTest::newRow("while cancelling a load") << 2;
        QTest::newRow("ready") << 3;
        QTest::newRow("in prefill") << 4;
        QTest::newRow("in decode") << 5;
        QTest::newRow("while stopping, another load wished") << 6;
    }
    void canQuitAtAnyTime()
    {
        QFETCH(int, moment);
        Bench bench;
        if (moment == 1 || moment == 2) {
            bench.engine.load(modelNamed("A"));
            QTRY_COMPARE(bench.script->loads().size(), std::size_t(1));
            if (moment == 2)
                bench.engine.cancelLoad();
        }
        if (moment >= 3)
            bench.loadNow();
        if (moment >= 4)
            bench.generateNow();
        if (moment >= 5)
            bench.script->letTokens(5);
        if (moment == 6)
            bench.engine.load(modelNamed("B"));
        bench.engine.shutDown();
        QVERIFY(bench.thread.leave(std::chrono::seconds(20)));
        QCoreApplication::sendPostedEvents();
        QVERIFY(bench.status() != Generating);
    }

    void aDeafEngineDoesNotHoldUpTheEnd()
    {
        Bench bench;
        bench.loadNow();
        bench.generateNow();
        bench.script->becomeDeaf();
        bench.engine.shutDown();
        QVERIFY(!bench.thread.leave(std::chrono::milliseconds(50)));
        bench.script->hearAgain();
        QVERIFY(bench.thread.leave(std::chrono::seconds(20)));
    }
};
MORU_TEST(EngineStates)

#include "engine_states.moc"
