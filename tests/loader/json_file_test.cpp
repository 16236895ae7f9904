#include "engine/loader/json_file.h"

#include "tests/loader/folder_maker.h"
#include "tests/support/test_main.h"

using namespace moru;

class JsonFile : public QObject {
    Q_OBJECT
private slots:
    void readsWhatTheFileHolds();
    void namesFileLineAndColumn();
    void refusesWhatIsNotJson_data();
    void refusesWhatIsNotJson();
    void refusesAFileBeyondTheCap();
    void refusesDeepNestingBeforeParsing();
    void bracketsInsideTextsDoNotNest();
    void refusesDuplicateKeysOnlyWhereAsked();
    void excerptKeepsCharactersWhole();
};

void JsonFile::readsWhatTheFileHolds()
{
    const test::FolderMaker folder;
    const auto value = readJsonFile(folder.write("a.json", R"({"이름": [1, 2.5, null]})"), 1000);
    QVERIFY(value);
    QCOMPARE((*value)["이름"][1].get<double>(), 2.5);
}

void JsonFile::namesFileLineAndColumn()
{
    const test::FolderMaker folder;
    const auto path = folder.write("broken.json", "{\n  \"a\": 1,\n  \"b\": oops\n}");
    const auto value = readJsonFile(path, 1000);
    QVERIFY(value.error().code == ErrorCode::InvalidJson);
    QCOMPARE(value.error().where, path.string());
    QVERIFY2(value.error().message.starts_with("line 3, column 8: "), value.error().message.c_str());
    QVERIFY(value.error().message.find("json.exception") == std::string::npos);
}

void JsonFile::refusesWhatIsNotJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("half") << QByteArray("{\"a\": [1, 2");
    QTest::newRow("more after it") << QByteArray("{} {}");
    QTest::newRow("a number too large") << QByteArray("{\"a\": 1e999}");
    QTest::newRow("NaN") << QByteArray("{\"a\": NaN}");
    QTest::newRow("not UTF-8") << QByteArray("{\"a\": \"\xff\xfe\"}");
    QTest::newRow("binary") << QByteArray("\x00\x01\x02\x03", 4);
    QTest::newRow("unbalanced closing") << QByteArray("]]]]");
}

void JsonFile::refusesWhatIsNotJson()
{
    QFETCH(QByteArray, text);
    const auto value = parseJson(text.toStdString(), "x");
    QVERIFY(!value);
    QVERIFY(value.error().code == ErrorCode::InvalidJson);
    QVERIFY(!value.error().message.empty());
}

void JsonFile::refusesAFileBeyondTheCap()
{
    const test::FolderMaker folder;
    const auto path = folder.write("a.json", "[1, 2, 3]");
    QVERIFY(readJsonFile(path, 9));
    QVERIFY(readJsonFile(path, 8).error().code == ErrorCode::InvalidJson);
    QVERIFY(readJsonFile(folder.path("none.json"), 8).error().code == ErrorCode::FileNotFound);
}

void JsonFile::refusesDeepNestingBeforeParsing()
{
    const auto nested = [](int depth) {
        return std::string(static_cast<std::size_t>(depth), '[')
            + std::string(static_cast<std::size_t>(depth), ']');
    };
    QVERIFY(parseJson(nested(kMaxJsonDepth), "x"));
    QVERIFY(!parseJson(nested(kMaxJsonDepth + 1), "x"));
    QVERIFY(!parseJson(std::string(1'000'000, '['), "x"));
}

void JsonFile::bracketsInsideTextsDoNotNest()
{
    const std::string text = "\"" + std::string(1000, '[') + "\\\"[[\"";
    QVERIFY(parseJson(text, "x"));
}

void JsonFile::refusesDuplicateKeysOnlyWhereAsked()
{
    constexpr std::string_view text = R"({"a": {"b": 1, "c": 2, "b": 3}})";
    QCOMPARE((*parseJson(text, "x"))["a"]["b"].get<int>(), 3);
    QVERIFY(!parseJson(text, "x", DuplicateKeys::Refuse));
    QVERIFY(parseJson(R"({"a": {"b": 1}, "c": {"b": 1}, "b": [{"b": 1}]})", "x", DuplicateKeys::Refuse));
}

void JsonFile::excerptKeepsCharactersWhole()
{
    QCOMPARE(excerpt("abc", 3), std::string("abc"));
    QCOMPARE(excerpt("가나다", 4), std::string("가…"));
}

MORU_TEST(JsonFile)
#include "json_file_test.moc"
