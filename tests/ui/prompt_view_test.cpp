#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/text/line_difference.h"
#include "ui/views/empty_state.h"
#include "ui/views/prompt_text_edit.h"
#include "ui/views/prompt_token_grid.h"
#include "ui/views/prompt_view.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/text_button.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QTextBlock>

namespace moru {

using namespace moru::test;

class PromptDock : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        std::unique_ptr<PromptView> view;
        explicit Parts(std::shared_ptr<LoadedModelInfo> model = sampleModel())
        {
            if (model)
                services.engine.becomeReady(std::move(model));
            services.conversation.add(MessageRole::User, "Hello");
            services.conversation.add(MessageRole::Assistant, "Hi");
            view = std::make_unique<PromptView>(services);
            view->resize(320, 700);
            view->show();
        }
        void show(AnswerPrompt prompt = {})
        {
            prompt.answer = 2;
            if (!prompt.content)
                prompt.content = samplePrompt();
            services.prompts.becomePrompt(prompt);
        }
        void choose(const QString& page)
        {
            for (QAbstractButton* button : view->pages()->findChildren<QAbstractButton*>())
                if (button->text() == page)
                    button->click();
        }
    };

    static std::shared_ptr<LoadedModelInfo> modelWith(PromptFormatNotice notice)
    {
        auto model = sampleModel();
        model->formatNotice = notice;
        model->formatDifference = PromptFormatDifference { "chatml", "<a>\nsame\nold", "<a>\nsame\nnew" };
        return model;
    }

private slots:
    void withoutAnAnswerItSaysWhatWillBeHere()
    {
        Parts p;
        QVERIFY(!p.view->emptyState()->isHidden());
        QVERIFY(p.view->emptyState()->sentence().contains("No answer yet"));
        p.show();
        QVERIFY(p.view->emptyState()->isHidden());
    }

    void withoutAModelItAsksForOne()
    {
        Parts p(nullptr);
        AnswerPrompt prompt;
        prompt.answer = 2;
        p.services.prompts.becomePrompt(prompt);
        QVERIFY(p.view->emptyState()->sentence().contains("A model must be loaded"));
    }

    void anErrorStandsWhereThePromptWould()
    {
        Parts p;
        AnswerPrompt prompt;
        prompt.error = Error { ErrorCode::TemplateRejected, "roles must alternate", "" };
        p.services.prompts.becomePrompt(prompt);
        QVERIFY(p.view->emptyState()->sentence().contains("roles must alternate"));
    }

    void textIsExactAndSpecialTokensStandOut()
    {
        Parts p;
        p.show();
        QCOMPARE(p.view->text()->toPlainText(), QString("<|im_start|>user\nHello색<|im_end|>"));
        const auto formats = p.view->text()->document()->firstBlock().begin();
        const QTextCharFormat special = formats.fragment().charFormat();
        QCOMPARE(formats.fragment().text(), QString("<|im_start|>"));
        QCOMPARE(special.fontWeight(), int { QFont::Bold });
    }

    void figuresTellReusedAndNew()
    {
        Parts p;
        AnswerPrompt prompt;
        prompt.reusedTokens = 4;
        p.show(prompt);
        const auto& rows = p.view->rows()->rows();
        QCOMPARE(rows[0].figure, QString("4"));
        QCOMPARE(rows[1].figure, QString("3"));
        QCOMPARE(rows[2].figure, QString("2")); // special ones
        p.show(); // how much was reused is not known
        QCOMPARE(p.view->rows()->rows().size(), std::size_t { 1 });
    }

    void tokensCanBeWalkedByKeys()
    {
        Parts p;
        AnswerPrompt prompt;
        prompt.reusedTokens = 4;
        p.show(prompt);
        p.choose("Tokens");
        PromptTokenGrid* grid = p.view->grid();
        QVERIFY(grid->isVisible());
        QCOMPARE(grid->current(), 6); // the newest
        QTest::keyClick(grid, Qt::Key_Home);
        QCOMPARE(grid->describe(grid->current()), QString("token 1 of 7 · id 1 · special · reused"));
        QTest::keyClick(grid, Qt::Key_Right);
        QCOMPARE(grid->current(), 1);
        QTest::keyClick(grid, Qt::Key_Down); // the next line begins after the line end
        QVERIFY(grid->current() >= 3);
        QTest::keyClick(grid, Qt::Key_End);
        QTest::keyClick(grid, Qt::Key_Left);
        QVERIFY(grid->describe(grid->current()).contains("a part of a character"));
        QVERIFY(grid->describe(grid->current()).contains("new"));
    }

    void blanksAndBytesAreVisible()
    {
        QCOMPARE(visibleToken({ 1, " a\n", {}, false }), QString("·a↵"));
        QCOMPARE(visibleToken({ 1, {}, "EC 83", false }), QString("EC 83"));
    }

    void copyTakesWhatIsShown()
    {
        Parts p;
        p.show();
        p.view->copyButton()->click();
        QCOMPARE(QApplication::clipboard()->text(), QString("<|im_start|>user\nHello색<|im_end|>"));
        p.choose("Tokens");
        p.view->copyButton()->click();
        QCOMPARE(QApplication::clipboard()->text(), QString("[1, 4093, 198, 19556, 134582, 231, 2]"));
    }

    void changesAreToldInWords()
    {
        Parts p;
        auto text = samplePrompt();
        text->changes = { true, true, 1, 6 };
        AnswerPrompt prompt;
        prompt.content = text;
        p.show(prompt);
        const QString notes = p.view->notes().join('\n');
        QVERIFY2(notes.contains("System prompt moved"), qPrintable(notes));
        QVERIFY(notes.contains("Turns merged"));
        QVERIFY(notes.contains("Thinking of 1 earlier answer"));
        QVERIFY(notes.contains("6 message"));
        p.show(); // nothing was changed
        QVERIFY(p.view->notes().isEmpty());
    }

    void aRebuiltPromptSaysSo()
    {
        Parts p;
        AnswerPrompt prompt;
        prompt.origin = PromptOrigin::Rebuilt;
        p.show(prompt);
        QVERIFY(p.view->notes().first().contains("Made anew"));
    }

    void aTemplateThatDiffersIsNamedAndShown()
    {
        Parts p(modelWith(PromptFormatNotice::UsesBuiltIn));
        p.show();
        QVERIFY(p.view->notes().first().contains("not followed"));
        p.choose("Difference");
        p.view->copyButton()->click();
        QCOMPARE(QApplication::clipboard()->text(), QString("  <a>\n  same\n− old\n+ new"));
        p.services.engine.becomeReady(sampleModel()); // its template is the built-in one
        QCOMPARE(p.view->pages()->value(), QString("text"));
        QVERIFY(p.view->notes().isEmpty());
    }

    void aTemplateThatIsFollowedIsNamedToo()
    {
        Parts p(modelWith(PromptFormatNotice::FollowsTemplate));
        p.show();
        QVERIFY(p.view->notes().first().contains("is followed"));
    }

    void anOlderAnswersPromptLeadsBackToTheLast()
    {
        Parts p;
        p.services.prompts.show(2);
        p.show();
        QCOMPARE(p.view->scopeText(), QString("Answer 1"));
        p.view->lastButton()->click();
        QCOMPARE(p.services.prompts.shown, MessageId { 0 });
        QCOMPARE(p.view->scopeText(), QString("Last answer"));
        QVERIFY(p.view->lastButton()->isHidden());
    }

    void aLongPromptIsLaidOutOnce()
    {
        Parts p;
        auto text = std::make_shared<PromptText>();
        for (int i = 0; i < 50'000; ++i)
            text->tokens.push_back(
                { i, i % 20 == 19 ? QStringLiteral("\n") : QStringLiteral(" word"), {}, false });
        AnswerPrompt prompt;
        prompt.content = text;
        p.show(prompt);
        p.choose("Tokens");
        QTest::keyClick(p.view->grid(), Qt::Key_Home);
        QTest::keyClick(p.view->grid(), Qt::Key_PageDown);
        QVERIFY(p.view->grid()->current() > 0);
    }

    void differenceHasTheFewestLines()
    {
        const auto lines = lineDifference("a\nb\nc", "a\nc\nd");
        QCOMPARE(lines.size(), std::size_t { 4 });
        QCOMPARE(lines[1].kind, DifferenceLine::Kind::OnlyBefore);
        QCOMPARE(lines[1].text, QString("b"));
        QCOMPARE(lines[3].kind, DifferenceLine::Kind::OnlyAfter);
        QCOMPARE(lines[3].text, QString("d"));
    }
};

MORU_TEST(PromptDock)

} // namespace moru

#include "prompt_view_test.moc"
