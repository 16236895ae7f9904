#include "engine/templates/jinja/template.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QObject>

using namespace moru;
using namespace moru::jinja;

/// Templates come from anywhere: mistakes are told with their place, and nothing runs away.
class JinjaSandbox : public QObject {
    Q_OBJECT

private slots:
    void saysWhereASourceIsWrong_data();
    void saysWhereASourceIsWrong();
    void saysWhereAValueIsMissing();
    void passesOnWhatTheTemplateRaises();
    void stopsWhatRunsAway_data();
    void stopsWhatRunsAway();
    void survivesEveryCutOfATemplate();
    void marksFollowMessagesThroughEveryOperation();
};

static Result<MarkedText> rendered(const std::string& source)
{
    const auto parsed = Template::parse(source);
    if (!parsed)
        return std::unexpected(parsed.error());
    Dict variables;
    variables.set("text", Value::text(MarkedText::ofMessage("<think>a</think>\n B ")));
    return parsed->render(variables);
}

void JinjaSandbox::saysWhereASourceIsWrong_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("place");
    QTest::newRow("open output") << "ab\n {{ 1 + " << "line 2, column 4";
    QTest::newRow("open block") << "\n\n{% if x %}" << "line 3, column 11";
    QTest::newRow("no value") << "{% if %}" << "line 1, column 7";
    QTest::newRow("unknown filter") << "a\n{{ x | frobnicate }}" << "line 2, column 6";
    QTest::newRow("unknown test") << "{{ x is frobnicated }}" << "line 1, column 9";
    QTest::newRow("unknown statement") << "{% import os %}" << "line 1, column 1";
    QTest::newRow("stray end") << "{% endif %}" << "line 1, column 1";
    QTest::newRow("stray bracket") << "{{ ) }}" << "line 1, column 4";
    QTest::newRow("open text") << "{{ 'abc }}" << "line 1, column 4";
    QTest::newRow("open comment") << "x{# never" << "line 1, column 2";
    QTest::newRow("open raw") << "{% raw %} {{" << "line 1, column 1";
    QTest::newRow("huge number") << "{{ 99999999999999999999 }}" << "line 1, column 4";
}

void JinjaSandbox::saysWhereASourceIsWrong()
{
    QFETCH(QString, source);
    QFETCH(QString, place);
    const auto result = rendered(source.toStdString());
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::InvalidTemplate);
    QVERIFY2(QString::fromStdString(result.error().where).endsWith(place), result.error().where.c_str());
}

void JinjaSandbox::saysWhereAValueIsMissing()
{
    const auto result = rendered("first\n{{ 'x' }}{{ messages[0]['role'] }}");
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::TemplateRejected);
    QCOMPARE(result.error().where, std::string("chat template, line 2, column 22"));
    QCOMPARE(result.error().message, std::string("'messages' is undefined"));
}

void JinjaSandbox::passesOnWhatTheTemplateRaises()
{
    const auto result = rendered("{{ raise_exception('Only user turns, please.') }}");
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::TemplateRejected);
    QCOMPARE(result.error().message, std::string("Only user turns, please."));
    QVERIFY(result.error().where.empty());
}

static std::string repeated(std::string_view text, int times)
{
    std::string result;
    for (int i = 0; i < times; ++i)
        result += text;
    return result;
}

void JinjaSandbox::stopsWhatRunsAway_data()
{
    QTest::addColumn<QByteArray>("source");
    const auto add = [](const char* name, const std::string& source) {
        QTest::newRow(name) << QByteArray::fromStdString(source);
    };
    add("loops in loops",
        "{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}");
    add("range too long", "{{ range(100001) }}");
    add("doubling a text",
        "{% set n = namespace(t='xxxxxxxx') %}{% for i in range(60) %}{% set n.t = n.t + n.t %}{% endfor %}");
    add("doubling a list",
        "{% set n = namespace(t=[1]) %}{% for i in range(60) %}{% set n.t = n.t + n.t %}{% endfor %}");
    add("multiplied text", "{{ 'x' * 1000000000 }}");
    add("multiplied list", "{{ ([1] * 1000000000)|length }}");
    add("replacing",
        "{% set n = namespace(t='xx') %}{% for i in range(60) %}{% set n.t = n.t.replace('x', 'xx') %}{% "
        "endfor %}");
    add("joining", "{{ range(100000)|join('x' * 100000) }}");
    add("endless macro", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}");
    add("tower of lists",
        "{% set n = namespace(t=[]) %}{% for i in range(90000) %}{% set n.t = [n.t] %}{% endfor %}");
    // Fifty lists, each twice in the next: little to make, 2^50 items to look at.
    const std::string shared
        = "{% set n = namespace(t=[1]) %}{% for i in range(50) %}{% set n.t = [n.t, n.t] %}{% endfor %}";
    add("shared lists written", shared + "{{ n.t }}");
    add("shared lists as JSON", shared + "{{ n.t|tojson }}");
    add("shared lists joined to a text", shared + "{{ 'x' ~ n.t }}");
    add("shared lists compared", shared + "{{ n.t == n.t }}");
    add("shared lists looked for", shared + "{{ n.t in [n.t] }}");
    add("shared lists in an error", shared + "{{ raise_exception(n.t) }}");
    add("shared lists compared again and again",
        "{% set n = namespace(t=[1]) %}{% for i in range(16) %}{% set n.t = [n.t, n.t] %}{% endfor %}"
        "{% for i in range(100000) %}{% if n.t != n.t %}x{% endif %}{% endfor %}");
    add("long text split", "{{ ('xxxxxxxx' * 2097152).split('x')|length }}");
    add("long text in words", "{{ ('x ' * 8388608).split()|length }}");
    add("long text in characters", "{{ ('xxxxxxxx' * 1000000)|list|length }}");
    add("namespace in itself", "{% set n = namespace() %}{% set n.me = n %}");
    add("many brackets", "{{ " + repeated("(", 50000) + "1" + repeated(")", 50000) + " }}");
    add("many signs", "{{ " + repeated("-", 50000) + "1 }}");
    add("many sums", "{{ 1" + repeated(" + 1", 50000) + " }}");
    add("many filters", "{{ 1" + repeated("|string", 50000) + " }}");
    add("many blocks", repeated("{% if true %}", 5000) + repeated("{% endif %}", 5000));
    add("large power", "{{ 9 ** 9 ** 9 }}");
    add("number overflow", "{{ 9223372036854775807 + 1 }}");
    add("smallest divided", "{{ (-9223372036854775807 - 1) // -1 }}");
}

void JinjaSandbox::stopsWhatRunsAway()
{
    QFETCH(QByteArray, source);
    QElapsedTimer timer;
    timer.start();
    const auto result = rendered(source.toStdString());
    QVERIFY(!result);
    QVERIFY2(timer.elapsed() < 20'000, "bounded, even on a slow machine with sanitizers");
}

void JinjaSandbox::survivesEveryCutOfATemplate()
{
    const std::string source
        = "{%- set ns = namespace(a=[1, {'k': \"v\"}]) %}{% macro f(x, y='z') %}{{ x ~ y|upper }}"
          "{% endmacro %}{% for i in ns.a[::-1] if i is defined %}{{- f(i) -}}{% else %}{# c #}"
          "{% endfor %}{% raw %}{{ x }}{% endraw %}{{ text.split('</think>')[-1].lstrip('\\n') }}";
    QVERIFY(rendered(source).has_value());
    for (std::size_t length = 0; length <= source.size(); ++length) {
        (void)rendered(source.substr(0, length));
        (void)rendered(source.substr(length));
    }
}

/// The bytes that are marked, between brackets.
static QString shownMarks(const MarkedText& text)
{
    std::string shown = text.bytes();
    const auto marks = text.marks();
    for (auto range = marks.rbegin(); range != marks.rend(); ++range) {
        shown.insert(range->end, "]");
        shown.insert(range->begin, "[");
    }
    return QString::fromStdString(shown);
}

void JinjaSandbox::marksFollowMessagesThroughEveryOperation()
{
    const std::pair<const char*, const char*> cases[] {
        { "<a>{{ text }}<b>", "<a>[<think>a</think>\n B ]<b>" },
        { "{{ '<a>' + text|trim + '<b>' }}", "<a>[<think>a</think>\n B]<b>" },
        { "{{ text.split('</think>')[-1].lstrip('\\n') }}|", "[ B ]|" },
        { "{{ text.split('</think>')[0] ~ '<x>' }}", "[<think>a]<x>" },
        { "{{ text.replace('</think>', '<end>') }}", "[<think>a]<end>[\n B ]" },
        { "{{ text[:7] }}{{ text[7:] }}", "[<think>a</think>\n B ]" },
        { "{{ [text[0], '<', text[1]]|join('-') }}", "[<]-<-[t]" },
        { "{{ text|upper }}", "[<THINK>A</THINK>\n B ]" },
        { "{{ {'t': text[-3:]}|tojson }}", "{\"t\": [\" B \"]}" },
        { "{% set x %}<s>{{ text|last }}{% endset %}{{ x ~ x }}", "<s>[ ]<s>[ ]" },
        { "{% for c in text if c in 'aB' %}{{ c }}.{% endfor %}", "[a].[B]." },
        { "{{ text|length }}", "20" },
    };
    for (const auto& [source, wanted] : cases) {
        const auto result = rendered(source);
        QVERIFY2(result.has_value(), result ? "" : describe(result.error()).c_str());
        QCOMPARE(shownMarks(*result), QString(wanted));
    }
}

MORU_TEST(JinjaSandbox)
#include "jinja_sandbox.moc"
