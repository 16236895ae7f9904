#include "app/cli/json_request.h"

#include "tests/support/test_main.h"

using namespace moru;
using namespace moru::cli;

class CliJsonRequest : public QObject {
    Q_OBJECT
private slots:
    void hostileTextIsAnErrorAndNotACrash_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("half an object") << QByteArray("{\"ids\":[1,2");
        QTest::newRow("a million brackets") << QByteArray(1'000'000, '[');
        QTest::newRow("a million objects") << QByteArray("{\"a\":").repeated(1'000'000);
        QTest::newRow("ill-formed UTF-8") << QByteArray("{\"text\":\"\xff\"}");
        QTest::newRow("lone surrogate") << QByteArray("{\"text\":\"\\ud800\"}");
        QTest::newRow("number beyond double") << QByteArray("{\"x\":1e999}");
        QTest::newRow("zero byte") << QByteArray("{\"x\":\0}", 7);
        QTest::newRow("two documents") << QByteArray("{}{}");
    }
    void hostileTextIsAnErrorAndNotACrash()
    {
        QFETCH(QByteArray, text);
        const auto json = parseJson(text.toStdString(), "here");
        QVERIFY(!json);
        QCOMPARE(json.error().code, ErrorCode::InvalidRequest);
        QCOMPARE(json.error().where, std::string("here"));
    }

    void bracketsInsideTextsDoNotCount()
    {
        QVERIFY(parseJson("{\"text\":\"" + std::string(1000, '[') + "\\\"[\"}", ""));
    }

    void idsAreWholeNumbersThatATokenCanHave_data()
    {
        QTest::addColumn<QString>("value");
        QTest::newRow("negative") << "[-1]";
        QTest::newRow("fraction") << "[1.0]";
        QTest::newRow("text") << "[\"1\"]";
        QTest::newRow("beyond 31 bits") << "[2147483648]";
        QTest::newRow("beyond 64 bits") << "[99999999999999999999]";
        QTest::newRow("nested") << "[[1]]";
        QTest::newRow("not a list") << "7";
    }
    void idsAreWholeNumbersThatATokenCanHave()
    {
        QFETCH(QString, value);
        const auto json = parseJson("{\"ids\":" + value.toStdString() + "}", "");
        QVERIFY(json);
        RequestReader reader(*json);
        QVERIFY(reader.ids("ids").empty());
        QCOMPARE(reader.check().error().code, ErrorCode::InvalidRequest);
    }

    void nullCountsAsNotGiven()
    {
        const Json json = Json::parse(R"({"ids":null,"enable_thinking":null})");
        RequestReader reader(json);
        QVERIFY(!reader.flag("enable_thinking").has_value());
        QVERIFY(reader.check());
        (void)reader.neededIds("ids");
        QVERIFY(!reader.check());
    }

    void firstMistakeIsTheOneTold()
    {
        const Json json = Json::parse(R"({"a":1,"b":2})");
        RequestReader reader(json);
        (void)reader.flag("a");
        (void)reader.text("b");
        QVERIFY(reader.check().error().message.find("\"a\"") != std::string::npos);
    }

    void requestMustBeAnObject()
    {
        for (const char* text : { "[]", "1", "null", "\"x\"" }) {
            const Json json = Json::parse(text);
            RequestReader reader(json);
            QVERIFY(!reader.flag("a"));
            QVERIFY(!reader.check());
        }
    }
};

MORU_TEST(CliJsonRequest)
#include "json_request_test.moc"
