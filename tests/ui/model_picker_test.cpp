#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/item_models/model_item_model.h"
#include "ui/views/model_button.h"
#include "ui/views/model_details.h"
#include "ui/views/model_picker.h"
#include "ui/views/precision_choice.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QListView>
#include <QSlider>

namespace moru {

using namespace moru::test;

class Picker : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        std::unique_ptr<ModelPicker> picker;
        Parts()
        {
            services.models.add(
                "qwen3-1.7b", "Qwen3 1.7B", ModelState::NotOnThisMachine, ModelSource::Registered);
            services.models.add(
                "smollm2", "SmolLM2 135M Instruct", ModelState::Available, ModelSource::ModelsFolder);
            services.models.add("gemma", "Gemma 3 270M", ModelState::Available, ModelSource::ModelsFolder);
            services.models.add("phi", "Phi-4 mini", ModelState::Unsupported, ModelSource::HuggingFaceCache);
            services.performance.fillMemory();
            services.performance.ledger.measured.reset();
            picker = std::make_unique<ModelPicker>(services);
            picker->resize(1000, 632);
            picker->filterField()->setFocus();
        }
        QString current() const { return picker->list()->currentIndex().data().toString(); }
        void key(Qt::Key key) { QTest::keyClick(picker->filterField(), key); }
    };

private slots:
    void arrowsSkipTheTitlesAndEnterLoads()
    {
        Parts p;
        QCOMPARE(p.current(), QString("SmolLM2 135M Instruct")); // The first that can be loaded.
        p.key(Qt::Key_Up);
        QCOMPARE(p.current(), QString("Qwen3 1.7B"));
        p.key(Qt::Key_Return);
        QVERIFY(p.services.engine.loads.empty());
        p.key(Qt::Key_Down);
        QCOMPARE(p.current(), QString("SmolLM2 135M Instruct"));
        p.key(Qt::Key_Return);
        QCOMPARE(p.services.engine.loads.size(), std::size_t { 1 });
        QCOMPARE(p.services.engine.loads[0].modelKey, QString("smollm2"));
        QVERIFY(!p.services.engine.loads[0].options.ignoreMemoryLimit);
    }

    void typingFilters()
    {
        Parts p;
        QTest::keyClicks(p.picker->filterField(), "gemma");
        QCOMPARE(p.current(), QString("Gemma 3 270M"));
        p.picker->filterField()->setText("nothing like it");
        QCOMPARE(p.picker->list()->model()->rowCount(), 0);
    }

    void aModelThatDoesNotFitIsNotLoadedUnlessAskedTwice()
    {
        Parts p;
        p.services.performance.ledger.availableMemoryBytes = 1'000'000;
        p.key(Qt::Key_Up);
        p.key(Qt::Key_Down);
        QVERIFY(!p.picker->details()->loadButton()->isEnabled());
        QVERIFY(!p.picker->details()->loadAnywayButton()->isHidden());
        p.key(Qt::Key_Return);
        QVERIFY(p.services.engine.loads.empty());
        p.picker->details()->loadAnywayButton()->click();
        QCOMPARE(p.services.engine.loads.size(), std::size_t { 1 });
        QVERIFY(p.services.engine.loads[0].options.ignoreMemoryLimit);
    }

    void everyPrecisionTellsItsMemory()
    {
        Parts p;
        ModelEntry& smol = p.services.models.list.at(1);
        auto description = std::make_shared<ModelDescription>(*smol.description);
        description->loadedWeightBytes = { 2'147'483'648, 1'073'741'824, 536'870'912 };
        smol.description = description;
        emit p.services.models.changed();
        p.picker->select(smol.key);
        PrecisionChoice* choice = p.picker->details()->precisionChoice();
        QCOMPARE(choice->remarkOf("exact"), QString("2.0 GiB"));
        QCOMPARE(choice->remarkOf("int8"), QString("1.0 GiB"));
        QVERIFY(choice->control()->isChoosable("exact"));

        p.services.performance.ledger.availableMemoryBytes = 1'610'612'736; // 1.5 GiB
        emit p.services.models.changed();
        QVERIFY(!choice->control()->isChoosable("exact"));
        QCOMPARE(choice->remarkOf("exact"), QString("0.50 GiB short"));
        QVERIFY(p.picker->details()->canLoad()); // as INT8
        p.services.settings.setValue(SettingId::PrecisionName, "exact");
        emit p.services.models.changed();
        QVERIFY(!p.picker->details()->canLoad());
        QVERIFY(p.picker->details()->fitNote()->accessibleName().contains("It fits as INT8 (1.0 GiB)"));
        p.picker->details()->fitNote()->actionButton()->click();
        QVERIFY(p.picker->details()->canLoad());
        p.picker->details()->loadButton()->click();
        QCOMPARE(p.services.engine.loads.at(0).options.precision, Precision::Int8);
    }

    void theContextLengthOfTheSettingsIsLoadedAsItIs()
    {
        Parts p;
        for (const int length : { 6144, 300, 8192 }) {
            p.services.settings.setValue(SettingId::ContextLength, length);
            emit p.services.models.changed();
            p.key(Qt::Key_Return);
            QCOMPARE(p.services.engine.loads.back().options.contextLength, length);
        }
        p.services.settings.setValue(SettingId::ContextLength, 1'000'000);
        emit p.services.models.changed();
        p.key(Qt::Key_Return);
        QCOMPARE(p.services.engine.loads.back().options.contextLength, 8192); // what the model was made for
    }

    void theContextLengthOfTheSettingsStaysAStepOfTheSlider()
    {
        Parts p;
        p.services.settings.setValue(SettingId::ContextLength, 6144);
        emit p.services.models.changed();
        auto* slider = p.picker->details()->findChild<QSlider*>();
        const auto chosen = [&] { return p.services.settings.value(SettingId::ContextLength).toInt(); };
        slider->setValue(slider->value() + 1);
        QCOMPARE(chosen(), 8192);
        slider->setValue(slider->value() - 1);
        QCOMPARE(chosen(), 6144);
        slider->setValue(slider->value() - 1);
        QCOMPARE(chosen(), 4096);
    }

    void onlyMemoryThatIsInUseIsFreedByEjecting()
    {
        Parts p;
        constexpr std::uint64_t kGib = 1U << 30U;
        MemoryLedger& ledger = p.services.performance.ledger;
        ledger.totalMemoryBytes = 16 * kGib;
        ledger.availableMemoryBytes = 4 * kGib;
        ledger.measured = MemoryUse { kGib, 6 * kGib, 0 };
        ledger.untouchedBytes = 5 * kGib; // most of the cache has no page yet
        p.services.engine.becomeReady(sampleModel());
        emit p.services.models.changed();
        QStringList words;
        for (const TextLabel* label : p.picker->details()->findChildren<TextLabel*>())
            words << label->text();
        QVERIFY2(words.contains("GiB · free after eject: 6.0 of 16.0"), qPrintable(words.join('|')));
    }

    void saysWhatSaferFormatsMayAddToThePrediction()
    {
        Parts p;
        ModelEntry& smol = p.services.models.list.at(1);
        auto description = std::make_shared<ModelDescription>(*smol.description);
        description->loadedWeightBytes = { 2'147'483'648, 1'073'741'824, 1'073'741'824 };
        description->safestWeightBytes = { 2'147'483'648, 1'610'612'736, 1'610'612'736 };
        smol.description = description;
        emit p.services.models.changed();
        p.picker->select(smol.key);
        QStringList hints;
        for (const auto* segment : p.picker->details()->precisionChoice()->findChildren<QAbstractButton*>())
            hints << segment->toolTip();
        QVERIFY(hints.contains("Predicted memory: 2.0 GiB")); // exact is what it is
        QVERIFY2(
            hints.contains("Predicted memory: 1.0 GiB, up to 1.5 GiB if the check after quantising asks for "
                           "safer formats"),
            qPrintable(hints.join('|')));
    }

    void theFieldHasTheFocusWhenItOpens()
    {
        FakeServices services;
        ModelPicker picker(services);
        QWidget window;
        window.resize(1280, 800);
        QWidget button(&window);
        window.show();
        picker.openBelow(&button);
        QCOMPARE(picker.focusWidget(), picker.filterField());
        QVERIFY(picker.isVisible());
    }

    void anUnsupportedModelCannotBeLoaded()
    {
        Parts p;
        p.picker->filterField()->setText("phi");
        QVERIFY(!p.picker->details()->loadButton()->isEnabled());
        QVERIFY(p.picker->details()->loadAnywayButton()->isHidden());
    }

    void theModelThatRunsIsMarked()
    {
        Parts p;
        p.services.engine.becomeReady(sampleModel());
        auto* model = static_cast<ModelItemModel*>(p.picker->list()->model());
        QVERIFY(model->row(model->indexOf("smollm2")).isRunning);
        QVERIFY(!model->row(model->indexOf("gemma")).isRunning);
    }

    void aChosenModelStaysChosenOverARescan()
    {
        Parts p;
        p.picker->select("gemma");
        emit p.services.models.changed();
        QCOMPARE(p.current(), QString("Gemma 3 270M"));
    }

    void thePrecisionStaysWhereTheNameIsCut()
    {
        FakeEngine engine;
        FakePerformance performance;
        performance.fillMemory();
        ModelButton button(engine, performance);
        button.resize(260, 32);
        const auto model = sampleModel();
        model->title = QStringLiteral("A model with a name that is longer than a button of a small window");
        const auto pictureWith = [&](Precision precision) {
            model->options.precision = precision;
            engine.becomeReady(model);
            return button.grab().toImage();
        };
        QVERIFY(pictureWith(Precision::Int8) != pictureWith(Precision::Int4));
        QVERIFY2(button.accessibleName().endsWith(", INT4"), qPrintable(button.accessibleName()));
        (void)pictureWith(Precision::Exact);
        QVERIFY2(button.accessibleName().endsWith(", Exact"), qPrintable(button.accessibleName()));
        engine.model.reset();
        engine.becomeLoading(
            LoadPhase::ReadWeights, 1, 2); // the precision of what is not there is no fact yet
        QVERIFY2(!button.accessibleName().contains("Exact"), qPrintable(button.accessibleName()));
    }
};

MORU_TEST(Picker)

} // namespace moru

#include "model_picker_test.moc"
