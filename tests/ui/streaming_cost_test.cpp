// What a batch of an answer may cost the window: it paints on the cores that decode. Counted, not timed.
#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/charts/role_chart.h"
#include "ui/charts/speed_chart.h"
#include "ui/theme/icons.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/composer.h"
#include "ui/views/conversation_page.h"
#include "ui/views/conversation_view.h"
#include "ui/views/message_edit.h"
#include "ui/views/performance_view.h"
#include "ui/views/thinking_block.h"
#include "ui/views/top_bar.h"
#include "ui/views/user_message.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/stacked_bar.h"
#include "ui/windows/main_window.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

namespace moru {

using namespace moru::test;

namespace {

/// Counts what a widget and all in it paint.
class Paints final : public QObject {
public:
    explicit Paints(QWidget* of)
        : of_(of)
    {
        qApp->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Paint && widget && (widget == of_ || of_->isAncestorOf(widget)))
            ++count;
        return false;
    }

    int count = 0;

private:
    QWidget* of_;
};

void settle()
{
    for (int i = 0; i < 4; ++i) // what is posted while events are processed, too
        QCoreApplication::processEvents();
}

} // namespace

class StreamingCost : public QObject {
    Q_OBJECT

    /// A window in which an answer is being written, longer than the page.
    struct Parts {
        FakeServices services;
        std::unique_ptr<MainWindow> window;
        explicit Parts(ChatActivityKind kind)
        {
            services.engine.becomeReady(sampleModel());
            services.performance.fill(20);
            services.performance.fillMemory();
            services.chats.add(1, "a chat").activity.kind = kind;
            services.conversation.add(MessageRole::User, "question");
            services.conversation.add(MessageRole::Assistant, "", AnswerState::Incomplete);
            window = std::make_unique<MainWindow>(services);
            window->resize(1280, 800);
            window->show();
            services.conversation.setActivity(kind);
            settle();
        }
        /// A batch as the program tells it: text, then what is going on, then figures.
        void batch(const QString& text, bool isThinking = false)
        {
            services.conversation.stream(text, isThinking);
            ++services.conversation.current.thinkingTokens;
            services.conversation.current.thinkingMs += 50;
            services.chats.list.front().activity = services.conversation.current;
            emit services.conversation.activityChanged();
            emit services.chats.activityChanged(1);
            settle();
        }
    };

private slots:
    void initTestCase() { QApplication::setCursorFlashTime(0); }

    void whatDoesNotChangeIsNotPainted_data()
    {
        QTest::addColumn<ChatActivityKind>("kind");
        QTest::newRow("answering") << ChatActivityKind::Answering;
        QTest::newRow("thinking") << ChatActivityKind::Thinking;
    }
    void whatDoesNotChangeIsNotPainted()
    {
        QFETCH(ChatActivityKind, kind);
        Parts p(kind);
        const bool isThinking = kind == ChatActivityKind::Thinking;
        p.batch("first words ", isThinking);
        Paints chats(p.window->findChild<ChatListView*>());
        Paints composer(p.window->conversationPage()->composer());
        Paints bar(p.window->findChild<TopBar*>());
        Paints answer(p.window->conversationPage()->messages());
        for (int i = 0; i < 20; ++i)
            p.batch("more words ", isThinking);
        QCOMPARE(chats.count, 0);
        QCOMPARE(composer.count, 0);
        QCOMPARE(bar.count, 0);
        QVERIFY(answer.count > 0);
    }

    void whatScrollsAwayIsMovedNotPainted()
    {
        Parts p(ChatActivityKind::Answering);
        auto* messages = p.window->conversationPage()->messages();
        for (int i = 0; i < 30 && messages->verticalScrollBar()->maximum() == 0; ++i)
            p.batch("A paragraph.\n\nAnd another one.\n\n");
        QVERIFY(messages->verticalScrollBar()->maximum() > 0);
        const int before = messages->verticalScrollBar()->value();
        Paints question(messages->findChild<UserMessage*>());
        for (int i = 0; i < 3; ++i)
            p.batch("A paragraph.\n\n");
        QVERIFY(messages->verticalScrollBar()->value() > before);
        QCOMPARE(question.count, 0);
    }

    void figuresThatStayAreNotPainted()
    {
        FakePerformance source;
        source.fill(100);
        source.fillMemory();
        PerformanceView view(source);
        view.resize(320, 1200);
        view.show();
        settle();
        std::vector<std::unique_ptr<Paints>> paints;
        for (FigureRows* rows : view.findChildren<FigureRows*>())
            paints.push_back(std::make_unique<Paints>(rows));
        for (StackedBar* bar : view.findChildren<StackedBar*>())
            paints.push_back(std::make_unique<Paints>(bar));
        for (int i = 0; i < 10; ++i) {
            source.revise();
            settle();
        }
        for (const auto& of : paints)
            QCOMPARE(of->count, 0);
    }

    void figuresAndChartsOfABatchArePaintedTogether()
    {
        struct Requests final : QObject {
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override
            {
                count += event->type() == QEvent::UpdateRequest ? 1 : 0;
                return false;
            }
        } requests;
        FakePerformance source;
        source.fill(100);
        PerformanceView view(source);
        view.resize(320, 1200);
        view.show();
        settle();
        view.installEventFilter(&requests);
        for (int i = 0; i < 10; ++i) {
            source.speed.recentDecodeTokensPerSecond = 50 + i;
            source.samples.back().tokensPerSecond = 41 - i;
            source.revise();
            settle();
        }
        QCOMPARE(requests.count, 10);
    }

    void ofRowsThatChangeOnlyThoseArePainted()
    {
        struct Watched final : QObject {
            QRect area;
            bool eventFilter(QObject*, QEvent* event) override
            {
                if (event->type() == QEvent::Paint)
                    area |= static_cast<QPaintEvent*>(event)->rect();
                return false;
            }
        } watched;
        FigureRows rows;
        rows.setRows({ { "a", {}, "1" }, { "b", {}, "2" }, { "c", {}, "3" } });
        rows.resize(rows.sizeHint());
        rows.show();
        settle();
        rows.installEventFilter(&watched);
        rows.setRows({ { "a", {}, "1" }, { "b", {}, "9" }, { "c", {}, "3" } });
        settle();
        const int rowHeight = rows.height() / 3;
        QCOMPARE(watched.area, QRect(0, rowHeight, rows.width(), rowHeight));
    }

    void axesAreLaidOutAFewTimesInAnAnswer()
    {
        FakePerformance source;
        source.fill(600);
        const std::span<const TokenSample> tokens = source.samples;
        SpeedChart speed;
        RoleChart roles;
        for (std::size_t count = 1; count <= tokens.size(); ++count) {
            speed.setTokens(tokens.first(count));
            roles.setTokens(tokens.first(count));
        }
        QVERIFY2(speed.axisChanges() < 40, qPrintable(QString::number(speed.axisChanges())));
        QVERIFY2(roles.axisChanges() < 40, qPrintable(QString::number(roles.axisChanges())));
    }

    void chartsShowTheLastToken()
    {
        FakePerformance source;
        source.fill(137);
        for (TokenSample& sample : source.samples)
            sample.tokensPerSecond = 10;
        source.samples.back().tokensPerSecond = 100;
        SpeedChart chart;
        chart.resize(300, 100);
        chart.setTokens(source.samples);
        const QImage before = chart.grab().toImage();
        source.samples.back().tokensPerSecond = 50;
        chart.setTokens(source.samples);
        QVERIFY(chart.grab().toImage() != before);
    }

    void iconsAreToldApartByNameColourAndSize()
    {
        const auto painted = [](const QString& name, const QColor& color, int side) {
            QImage image(32, 32, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintIcon(painter, name, QRectF(0, 0, side, side), color);
            return image;
        };
        const QImage first = painted("clock", Qt::red, 24);
        QCOMPARE(painted("clock", Qt::red, 24), first);
        QVERIFY(painted("warning", Qt::red, 24) != first);
        QVERIFY(painted("clock", Qt::blue, 24) != first);
        QVERIFY(painted("clock", Qt::red, 16) != first);
    }
};

MORU_TEST(StreamingCost)

} // namespace moru

#include "streaming_cost_test.moc"
