#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/views/setting_field.h"
#include "ui/views/settings_view.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/text_button.h"

#include <QDoubleSpinBox>
#include <QPlainTextEdit>

namespace moru {

using namespace moru::test;

class Settings : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        std::unique_ptr<SettingsView> view;
        Parts()
        {
            services.engine.becomeReady(sampleModel());
            view = std::make_unique<SettingsView>(services);
            view->show();
        }
        QDoubleSpinBox* temperature() const
        {
            return qobject_cast<QDoubleSpinBox*>(view->field(SettingId::Temperature)->control());
        }
    };

private slots:
    void startFromTheModelsValues()
    {
        Parts p;
        QCOMPARE(p.temperature()->value(), 0.2);
        QVERIFY(p.view->field(SettingId::Temperature)->resetButton()->isHidden());
        QVERIFY(!p.view->resetAllButton()->isEnabled());
    }

    void aChangeCanBeTakenBackAloneOrWithAll()
    {
        Parts p;
        p.temperature()->setValue(1.1);
        QCOMPARE(p.services.settings.changedByPerson.value(SettingId::Temperature).toDouble(), 1.1);
        p.view->field(SettingId::Temperature)->resetButton()->click();
        QCOMPARE(p.temperature()->value(), 0.2);
        p.temperature()->setValue(0.9);
        p.view->resetAllButton()->click();
        QCOMPARE(p.temperature()->value(), 0.2);
    }

    void typedDigitsReplaceWhatIsThere()
    {
        Parts p;
        p.temperature()->setFocus();
        p.temperature()->selectAll();
        QTest::keyClicks(p.temperature(), "0.65");
        QTest::keyClick(p.temperature(), Qt::Key_Return);
        QCOMPARE(p.services.settings.changedByPerson.value(SettingId::Temperature).toDouble(), 0.65);
    }

    void temperatureZeroGreysTheSeed()
    {
        Parts p;
        QVERIFY(p.view->field(SettingId::Seed)->control()->isEnabled());
        p.temperature()->setValue(0);
        QVERIFY(!p.view->field(SettingId::Seed)->control()->isEnabled());
    }

    void thinkingBudgetIsForModelsThatThink()
    {
        Parts p;
        QVERIFY(p.view->field(SettingId::ThinkingBudget)->isHidden());
        p.services.engine.becomeReady(sampleModel(false, true));
        QVERIFY(!p.view->field(SettingId::ThinkingBudget)->isHidden());
    }

    void anotherPrecisionAsksForAReload()
    {
        Parts p;
        p.services.engine.model->options.precision = Precision::Int8;
        p.services.settings.setValue(SettingId::ThreadCount, 0);
        QVERIFY(p.view->reloadNote()->isHidden());
        p.services.settings.setValue(SettingId::PrecisionName, "exact");
        QVERIFY(!p.view->reloadNote()->isHidden());
    }

    void aChoiceIsResetByItsTitle()
    {
        Parts p;
        p.services.settings.setValue(SettingId::PrecisionName, "exact");
        QCOMPARE(p.view->field(SettingId::PrecisionName)->resetButton()->accessibleName(),
            QString("Reset to INT8"));
    }

    void aResetSaysTheValueAsItsControlDoes()
    {
        Parts p;
        const auto words = [&](SettingId id) { return p.view->field(id)->resetButton()->accessibleName(); };
        QCOMPARE(words(SettingId::SendWithEnter), QString("Reset to on"));
        QCOMPARE(words(SettingId::ShowThinkingOpen), QString("Reset to off"));
        QCOMPARE(words(SettingId::ThreadCount), QString("Reset to automatic"));
        QCOMPARE(words(SettingId::ContextLength), QString("Reset to 4,096"));
        QCOMPARE(words(SettingId::Temperature), QString("Reset to 0.20"));
        QCOMPARE(words(SettingId::Seed), QString("Reset to random"));
    }

    void theSystemPromptOfNewChatsIsATextOfManyLines()
    {
        Parts p;
        const SettingField* field = p.view->field(SettingId::DefaultSystemPrompt);
        QVERIFY(field);
        auto* edit = qobject_cast<QPlainTextEdit*>(field->control());
        QVERIFY(edit);
        edit->setFocus();
        QTest::keyClicks(edit, "Be brief.");
        QTest::keyClick(edit, Qt::Key_Return);
        QTest::keyClicks(edit, "Be kind.");
        QTest::keyClick(edit, Qt::Key_Home);
        QTest::keyClick(edit, Qt::Key_B); // the caret stays where the person types
        QCOMPARE(p.services.settings.value(SettingId::DefaultSystemPrompt).toString(),
            QString("Be brief.\nbBe kind."));
        QTest::keyClick(edit, Qt::Key_Tab);
        QVERIFY(!edit->toPlainText().contains('\t'));
        p.services.settings.setValue(SettingId::DefaultSystemPrompt, "from elsewhere");
        QCOMPARE(edit->toPlainText(), QString("from elsewhere"));
    }

    void withoutAModelNothingOfItCanBeChanged()
    {
        FakeServices services;
        SettingsView view(services);
        QVERIFY(!view.field(SettingId::Temperature)->control()->isEnabled());
        QVERIFY(view.field(SettingId::ContextLength)->control()->isEnabled());
    }

    void whatTheEnvironmentForcesIsShownNotEdited()
    {
        FakeServices services;
        services.settings.forced.insert(SettingId::ThreadCount, "MORU_THREADS");
        SettingsView view(services);
        QVERIFY(!view.field(SettingId::ThreadCount)->control()->isEnabled());
    }
};

MORU_TEST(Settings)

} // namespace moru

#include "settings_view_test.moc"
