#include "engine/loader/config_reader.h"

#include "tests/support/test_main.h"

using namespace moru;
using nlohmann::json;

namespace {

/// What the reader says of one integer.
Result<int> integerIn(const char* text, Bounds bounds)
{
    const json value = json::parse(text);
    ConfigReader reader(value, "config.json");
    const int number = reader.integer("n", bounds);
    if (auto read = reader.finish(); !read)
        return std::unexpected(read.error());
    return number;
}

} // namespace

class ConfigReading : public QObject {
    Q_OBJECT
private slots:
    void readsEveryKind();
    void absentAndNullAreTheSame();
    void integersAreExact_data();
    void integersAreExact();
    void missingKeyIsNamed();
    void firstErrorIsKeptAndValuesStayInBounds();
    void errorsInsideObjectsNameThePath();
    void kindsAreChecked_data();
    void kindsAreChecked();
    void listsAreCapped();
    void oneNumberReadsAsAList();
    void valuesThatCannotBeServedHaveTheirOwnCode();
    void configMustBeAnObject();
};

void ConfigReading::readsEveryKind()
{
    const json value
        = json::parse(R"({"n":4096,"x":1e-6,"b":true,"s":"silu","l":["a","b"],"i":[1,2],"o":{"n":7}})");
    ConfigReader reader(value, "config.json");
    QCOMPARE(reader.integer("n", { 1, 1 << 20 }), 4096);
    QCOMPARE(reader.number("x", { 0, 1 }), 1e-6);
    QCOMPARE(reader.boolOr("b", false), true);
    QCOMPARE(reader.string("s"), std::string("silu"));
    QVERIFY((reader.strings("l", 2) == std::vector<std::string> { "a", "b" }));
    QVERIFY((reader.integers("i", { 0, 9 }, 2) == std::vector<int> { 1, 2 }));
    QCOMPARE(reader.object("o").integer("n", { 0, 9 }), 7);
    QVERIFY(reader.finish());
}

void ConfigReading::absentAndNullAreTheSame()
{
    const json value = json::parse(R"({"n":null,"o":null})");
    ConfigReader reader(value, "config.json");
    for (const char* key : { "n", "o", "nothing" }) {
        QVERIFY(!reader.has(key));
        QCOMPARE(reader.integerOr(key, 3, { 1, 9 }), 3);
        QCOMPARE(reader.numberOr(key, 0.5, { 0, 1 }), 0.5);
        QCOMPARE(reader.stringOr(key, "x"), std::string("x"));
        QVERIFY(reader.boolOr(key, true));
        QVERIFY(!reader.optionalInteger(key, { 1, 9 }));
        QVERIFY(reader.strings(key, 3).empty());
        QVERIFY(!reader.object(key).has("n"));
    }
    QVERIFY(reader.finish());
}

void ConfigReading::integersAreExact_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("expected"); // -1: an error
    QTest::newRow("whole") << QByteArray(R"({"n":8})") << 8;
    QTest::newRow("whole written as a fraction") << QByteArray(R"({"n":8.0})") << 8;
    QTest::newRow("with an exponent") << QByteArray(R"({"n":1e3})") << 1000;
    QTest::newRow("at the upper bound") << QByteArray(R"({"n":1000})") << 1000;
    QTest::newRow("fraction") << QByteArray(R"({"n":8.5})") << -1;
    QTest::newRow("above") << QByteArray(R"({"n":1001})") << -1;
    QTest::newRow("below") << QByteArray(R"({"n":0})") << -1;
    QTest::newRow("negative") << QByteArray(R"({"n":-8})") << -1;
    QTest::newRow("beyond int") << QByteArray(R"({"n":4294967297})") << -1;
    QTest::newRow("beyond 64 bits") << QByteArray(R"({"n":18446744073709551624})") << -1;
    QTest::newRow("largest double") << QByteArray(R"({"n":1e308})") << -1;
    QTest::newRow("text") << QByteArray(R"({"n":"8"})") << -1;
    QTest::newRow("true") << QByteArray(R"({"n":true})") << -1;
}

void ConfigReading::integersAreExact()
{
    QFETCH(QByteArray, text);
    QFETCH(int, expected);
    const auto number = integerIn(text.constData(), { 1, 1000 });
    if (expected < 0)
        QVERIFY(!number && number.error().code == ErrorCode::InvalidConfig);
    else
        QCOMPARE(*number, expected);
}

void ConfigReading::missingKeyIsNamed()
{
    const auto number = integerIn("{}", { 1, 9 });
    QCOMPARE(describe(number.error()), std::string("config.json: n: is missing"));
}

void ConfigReading::firstErrorIsKeptAndValuesStayInBounds()
{
    const json value = json::parse(R"({"a":-5,"b":"x","c":99})");
    ConfigReader reader(value, "config.json");
    QCOMPARE(reader.integer("a", { 1, 9 }), 1);
    QCOMPARE(reader.integerOr("b", 4, { 1, 9 }), 4);
    QCOMPARE(reader.number("c", { 0.5, 9 }), 0.5);
    QCOMPARE(describe(reader.finish().error()), std::string("config.json: a: -5 is not between 1 and 9"));
}

void ConfigReading::errorsInsideObjectsNameThePath()
{
    const json value = json::parse(R"({"text_config":{"rope":{"theta":"x"}},"list":[1]})");
    ConfigReader reader(value, "config.json");
    static_cast<void>(reader.object("text_config").object("rope").number("theta", { 0, 1 }));
    QCOMPARE(reader.finish().error().message, std::string("text_config.rope.theta: is a text, not a number"));
}

void ConfigReading::kindsAreChecked_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : { R"({"v":1})", R"({"v":"x"})", R"({"v":[1.5]})", R"({"v":{}})" })
        QTest::newRow(text) << QByteArray(text);
}

void ConfigReading::kindsAreChecked()
{
    QFETCH(QByteArray, text);
    const json value = json::parse(text.constData());
    const json::value_t kind = value["v"].type();
    const auto fails = [&value](auto read) {
        ConfigReader reader(value, "config.json");
        static_cast<void>(read(reader));
        return !reader.finish();
    };
    using K = json::value_t;
    QCOMPARE(fails([](ConfigReader& r) { return r.numberOr("v", 0, { 0, 9 }); }), kind != K::number_unsigned);
    QCOMPARE(fails([](ConfigReader& r) { return r.stringOr("v", ""); }), kind != K::string);
    QCOMPARE(fails([](ConfigReader& r) { return r.object("v"); }), kind != K::object);
    QVERIFY(fails([](ConfigReader& r) { return r.boolOr("v", true); }));
    QVERIFY(fails([](ConfigReader& r) { return r.strings("v", 9); }));
    QVERIFY(fails([](ConfigReader& r) { return r.integers("v", { 0, 9 }, 9); }));
}

void ConfigReading::listsAreCapped()
{
    const json value = json::parse(R"({"l":["a","b","c"],"i":[1,2,3]})");
    ConfigReader reader(value, "config.json");
    QCOMPARE(reader.strings("l", 3).size(), std::size_t { 3 });
    QVERIFY(reader.finish());
    QVERIFY(reader.integers("i", { 0, 9 }, 2).empty());
    QVERIFY(!reader.finish());
}

void ConfigReading::oneNumberReadsAsAList()
{
    const json value = json::parse(R"({"one":5,"many":[5,6],"bad":[-1]})");
    ConfigReader reader(value, "config.json");
    QVERIFY((reader.integerOrList("one", { 0, 9 }, 4) == std::vector<int> { 5 }));
    QVERIFY((reader.integerOrList("many", { 0, 9 }, 4) == std::vector<int> { 5, 6 }));
    QVERIFY(reader.integerOrList("none", { 0, 9 }, 4).empty());
    QVERIFY(reader.finish());
    QVERIFY(reader.integerOrList("bad", { 0, 9 }, 4).empty());
    QVERIFY(!reader.finish());
}

void ConfigReading::valuesThatCannotBeServedHaveTheirOwnCode()
{
    const json value = json::parse(R"({"model_type":"bloom"})");
    ConfigReader reader(value, "config.json");
    reader.fail("model_type", "\"bloom\" is not known", ErrorCode::UnsupportedArchitecture);
    reader.fail("model_type", "a later error");
    QVERIFY(reader.finish().error().code == ErrorCode::UnsupportedArchitecture);
}

void ConfigReading::configMustBeAnObject()
{
    const json value = json::parse("[1]");
    ConfigReader reader(value, "config.json");
    QCOMPARE(reader.integerOr("n", 3, { 1, 9 }), 3);
    QVERIFY(reader.finish().error().code == ErrorCode::InvalidConfig);
}

MORU_TEST(ConfigReading)
#include "config_reader_test.moc"
