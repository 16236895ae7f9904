#include "app/cli/json_messages.h"

#include "tests/support/test_main.h"

#include <QFloat16> // Qt Test only declares it, and comparing JSON values asks what converts to it

using namespace moru;
using namespace moru::cli;

class CliMessages : public QObject {
    Q_OBJECT
private slots:
    void comeBackAsTheyWere()
    {
        const Json list = Json::parse(R"([{"role":"system","content":"Be brief."},
            {"role":"user","content":[{"type":"text","text":"What is this?"},{"type":"image"}]},
            {"role":"assistant","content":"A cat.","reasoning_content":"It has whiskers."}])");
        const auto messages = messagesFromJson(list);
        QVERIFY(messages);
        QCOMPARE(messages->size(), std::size_t(3));
        QVERIFY(messages->at(1).contentIsList);
        QCOMPARE(messages->at(1).content.at(1).kind, ContentPart::Kind::Image);
        QVERIFY(!messages->at(0).contentIsList);
        QCOMPARE(messagesToJson(*messages), list);
    }

    void refusesWhatIsNotAConversation_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("object") << "{}";
        QTest::newRow("text in the list") << R"(["hi"])";
        QTest::newRow("no role") << R"([{"content":"hi"}])";
        QTest::newRow("no content") << R"([{"role":"user"}])";
        QTest::newRow("content a number") << R"([{"role":"user","content":1}])";
        QTest::newRow("part without a type") << R"([{"role":"user","content":[{"text":"hi"}]}])";
        QTest::newRow("part of another kind") << R"([{"role":"user","content":[{"type":"audio"}]}])";
        QTest::newRow("text part without text") << R"([{"role":"user","content":[{"type":"text"}]}])";
        QTest::newRow("reasoning a list") << R"([{"role":"user","content":"hi","reasoning_content":[]}])";
    }
    void refusesWhatIsNotAConversation()
    {
        QFETCH(QString, text);
        const auto messages = messagesFromJson(Json::parse(text.toStdString()));
        QVERIFY(!messages);
        QCOMPARE(messages.error().code, ErrorCode::InvalidRequest);
    }

    void theWrongMessageIsNamed()
    {
        const auto messages
            = messagesFromJson(Json::parse(R"([{"role":"user","content":"hi"},{"role":"user"}])"));
        QVERIFY(!messages);
        QCOMPARE(messages.error().where, std::string("messages[1]"));
    }
};

MORU_TEST(CliMessages)
#include "messages_test.moc"
