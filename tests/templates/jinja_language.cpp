#include "engine/templates/jinja/template.h"
#include "tests/support/test_main.h"

#include <QObject>

using namespace moru;
using namespace moru::jinja;

/// What the interpreter makes of templates, against texts that Jinja 3.1 with transformers' settings made.
class JinjaLanguage : public QObject {
    Q_OBJECT

private slots:
    void rendersAsJinjaDoes_data();
    void rendersAsJinjaDoes();
};

static Dict message(const char* role, const char* content)
{
    Dict entry;
    entry.set("role", Value::text(std::string(role)));
    entry.set("content", Value::text(std::string(content)));
    return entry;
}

static Value numbers(std::initializer_list<std::int64_t> values)
{
    List list;
    for (const std::int64_t value : values)
        list.push_back(Value::integer(value));
    return Value::list(std::move(list));
}

static Dict variables()
{
    Dict inner;
    inner.set("c", Value::none());
    Dict dict;
    dict.set("a", Value::integer(1));
    dict.set("b", Value::list({ Value::integer(1), Value::integer(2), Value::dict(inner) }));
    Dict result;
    result.set("m",
        Value::list({ Value::dict(message("user", " Hé\nllo ")), Value::dict(message("assistant", "yo")) }));
    result.set("s", Value::text(std::string("가나다 abc")));
    result.set("n", Value::integer(7));
    result.set("f", Value::real(1.5));
    result.set("b", Value::boolean(true));
    result.set("d", Value::dict(dict));
    result.set("z", Value::none());
    result.set("e", Value::text(std::string()));
    result.set("l", numbers({ 3, 1, 2 }));
    return result;
}

void JinjaLanguage::rendersAsJinjaDoes_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("wanted");
    // clang-format off
    QTest::newRow("white space control")
        << QString::fromUtf8(R"t(a{% if true %}
  b
{% endif %}
c
   {% if b %}x{% endif %}   y
 {%- if b -%}  z  {%- endif %}  w
{# comment #}
q {#- c -#} r
{{ n }}
{{- n -}} t
{% raw %}{{ x }}{% endraw %}
{%+ if b %}k{% endif +%}
j)t")
        << QString::fromUtf8(R"t(a  b
c
x   yz  w
qr
77t
{{ x }}k
j)t");
    QTest::newRow("arithmetic")
        << QString::fromUtf8(R"t({{ 1 + 2 * 3 ** 2 - 7 // 2 % 3 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 / 2 }} {{ 2 ** -1 }} {{ 10 / 5 }})t")
        << QString::fromUtf8(R"t(19 -4 2 3.5 0.5 2.0)t");
    QTest::newRow("powers and repetition")
        << QString::fromUtf8(R"t({{ -2 ** 2 }} {{ 2 ** 3 ** 2 }} {{ 'a' ~ 1 ~ none ~ true }} {{ 'ab' * 3 }} {{ [1] * 2 + [3] }})t")
        << QString::fromUtf8(R"t(4 64 a1NoneTrue ababab [1, 1, 3])t");
    QTest::newRow("comparisons")
        << QString::fromUtf8(R"t({{ 1 < 2 < 3 }} {{ 1 < 2 > 5 }} {{ 'a' in 'abc' }} {{ 4 not in l }} {{ 'a' in d }} {{ not b and b or 5 }} {{ b and 3 }})t")
        << QString::fromUtf8(R"t(True False True True True 5 3)t");
    QTest::newRow("indices and slices")
        << QString::fromUtf8(R"t({{ s[0] }} {{ s[-1] }} {{ s[1:3] }} {{ s[::-1] }} {{ l[::-1] }} {{ l[5:1:-2] }} {{ l[-2:] }} {{ s[10:] }}| {{ l[:1] }} {{ s[:-2] }})t")
        << QString::fromUtf8(R"t(가 c 나다 cba 다나가 [2, 1, 3] [2] [1, 2] | [3] 가나다 a)t");
    QTest::newRow("sequence filters")
        << QString::fromUtf8(R"t({{ s|length }} {{ l|first }} {{ l|last }} {{ l|join('-') }} {{ s|upper }} {{ 'hELLO wORLD'|capitalize }} {{ 'hELLO wORLD-x'|title }} {{ s|reverse }} {{ l|reverse|list }})t")
        << QString::fromUtf8(R"t(7 3 2 3-1-2 가나다 ABC Hello world Hello World-X cba 다나가 [2, 1, 3])t");
    QTest::newRow("json")
        << QString::fromUtf8(R"t({{ d|tojson }} {{ d|tojson(indent=2) }} {{ '"<é>\n\\'|tojson }} {{ [] |tojson }} {{ {}|tojson(indent=1) }} {{ 1.0|tojson }} {{ [1,[2]]|tojson(indent=4) }})t")
        << QString::fromUtf8(R"t({"a": 1, "b": [1, 2, {"c": null}]} {
  "a": 1,
  "b": [
    1,
    2,
    {
      "c": null
    }
  ]
} "\"<é>\n\\" [] {} 1.0 [
    1,
    [
        2
    ]
])t");
    QTest::newRow("python texts")
        << QString::fromUtf8(R"t({{ d }} {{ l }} {{ ['a\'b', "q\"", 'x\ny', none, true, 1.0, 1e20] }} {{ f }} {{ 1e3 }} )t")
        << QString::fromUtf8(R"t({'a': 1, 'b': [1, 2, {'c': None}]} [3, 1, 2] ["a'b", 'q"', 'x\ny', None, True, 1.0, 1e+20] 1.5 1000.0 )t");
    QTest::newRow("value tests")
        << QString::fromUtf8(R"t({{ x is defined }} {{ x }}| {{ m is iterable }} {{ s is string }} {{ d is mapping }} {{ l is sequence }} {{ n is number }} {{ z is none }} {{ n is odd }} {{ n is divisibleby 7 }} {{ n is divisibleby(3) }} {{ b is true }} {{ n is eq 7 }} {{ n is in [7] }} {{ f is float }} {{ b is number }} {{ b is integer }})t")
        << QString::fromUtf8(R"t(False | True True True True True True True True False True True True True True False)t");
    QTest::newRow("defaults")
        << QString::fromUtf8(R"t({{ x|default('dd') }} {{ e|default('dd') }} {{ e|default('dd', true) }} {{ z|default('q') }})t")
        << QString::fromUtf8(R"t(dd  dd None)t");
    QTest::newRow("loop")
        << QString::fromUtf8(R"t({% for i in range(3) %}{{ loop.index }}{{ loop.first }}{{ loop.last }}{{ loop.revindex }}{{ loop.previtem }}{{ loop.nextitem }},{% else %}none{% endfor %})t")
        << QString::fromUtf8(R"t(1TrueFalse31,2FalseFalse202,3FalseTrue11,)t");
    QTest::newRow("else and unpacking")
        << QString::fromUtf8(R"t({% for i in [] %}{% else %}none{% endfor %}{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}{% for k in d %}{{ k }}{% endfor %}{% for c in s %}{{ c }}.{% endfor %})t")
        << QString::fromUtf8(R"t(nonea=1;b=[1, 2, {'c': None}];ab가.나.다. .a.b.c.)t");
    QTest::newRow("break and continue")
        << QString::fromUtf8(R"t({% for i in range(10) if i % 2 %}{{ i }}/{{ loop.length }} {% if i == 5 %}{% break %}{% endif %}{% if i == 3 %}{% continue %}{% endif %}!{% endfor %})t")
        << QString::fromUtf8(R"t(1/5 !3/5 5/5 )t");
    QTest::newRow("scopes and namespaces")
        << QString::fromUtf8(R"t({% set x = 1 %}{% for i in l %}{% set x = i %}{% endfor %}{{ x }}{% set ns = namespace(v=0) %}{% for i in l %}{% set ns.v = ns.v + i %}{% endfor %}{{ ns.v }})t")
        << QString::fromUtf8(R"t(16)t");
    QTest::newRow("set")
        << QString::fromUtf8(R"t({% set a, b2 = 1, 2 %}{{ a }}{{ b2 }}{% set q %}block {{ n }}{% endset %}{{ q }}{% if b %}{% set inner = 5 %}{% endif %}{{ inner }})t")
        << QString::fromUtf8(R"t(12block 75)t");
    QTest::newRow("macros")
        << QString::fromUtf8(R"t({% macro f2(a, b='x', c=none) %}[{{ a }}|{{ b }}|{{ c }}|{{ n }}]{% endmacro %}{{ f2(1) }}{{ f2(1, c=3) }}{{ f2('a', 'b') }}{{ f2() }})t")
        << QString::fromUtf8(R"t([1|x|None|7][1|x|3|7][a|b|None|7][|x|None|7])t");
    QTest::newRow("text methods")
        << QString::fromUtf8(R"t({{ ' a b  c '.split() }} {{ 'a,b,c'.split(',', 1) }} {{ 'a,b,c'.rsplit(',', 1) }} {{ 'xxaxx'.strip('x') }} {{ 'abc'.startswith('a') }} {{ 'abc'.endswith(('x','c')) }} {{ 'aXbX'.replace('X','--') }} {{ 'aXbX'.replace('X','--',1) }} {{ 'abc'.find('c') }} {{ '가나'.find('나') }} {{ 'a\nb\r\nc'.splitlines() }} {{ ','.join(['a','b']) }} {{ 'aba'.count('a') }} {{ 'abc'.removeprefix('a') }} {{ '12'.isdigit() }})t")
        << QString::fromUtf8(R"t(['a', 'b', 'c'] ['a', 'b,c'] ['a,b', 'c'] a True True a--b-- a--bX 2 1 ['a', 'b', 'c'] a,b 2 bc True)t");
    QTest::newRow("dictionary methods")
        << QString::fromUtf8(R"t({{ d.get('a') }} {{ d.get('zz') }} {{ d.get('zz', 4) }} {{ d.keys()|list }} {{ d['a'] }} {{ d.b[2].c }} {{ d.values()|list }})t")
        << QString::fromUtf8(R"t(1 None 4 ['a', 'b'] 1 None [1, [1, 2, {'c': None}]])t");
    QTest::newRow("conditional")
        << QString::fromUtf8(R"t({{ 'y' if b else 'n' }}{{ 'y' if not b }}{{ 1 if z else 2 if e else 3 }})t")
        << QString::fromUtf8(R"t(y3)t");
    QTest::newRow("map and select")
        << QString::fromUtf8(R"t({{ m|map(attribute='role')|list }} {{ m|selectattr('role','equalto','user')|list|length }} {{ l|select('odd')|list }} {{ l|reject('gt', 1)|list }} {{ m|rejectattr('role','eq','user')|map(attribute='content')|join }} {{ ['a','B']|map('upper')|join(',') }} {{ l|map('string')|list }})t")
        << QString::fromUtf8(R"t(['user', 'assistant'] 1 [3, 1] [1] yo A,B ['3', '1', '2'])t");
    QTest::newRow("conversions")
        << QString::fromUtf8(R"t({{ '5'|int + 1 }} {{ 'x'|int }} {{ 3.9|int }} {{ -3|abs }} {{ 'a\nb\n\nc'|indent(2) }} {{ 'a\nb'|indent(1, true) }} {{ 'aab'|replace('a','c') }} {{ ['a','b','a']|unique|list }} {{ n|string ~ 'x' }} {{ ' x '|trim ~ '|' }} {{ 'xax'|trim('x') }})t")
        << QString::fromUtf8(R"t(6 0 3 3 a
  b

  c  a
 b ccb ['a', 'b'] 7x x| a)t");
    QTest::newRow("escapes")
        << QString::fromUtf8(R"t({{ "esc \u00e9 \x41 \t|" 'cat' }} {{ "a" "b" }} {{ 'it''s' }})t")
        << QString::fromUtf8(R"t(esc é A 	|cat ab its)t");
    QTest::newRow("literals")
        << QString::fromUtf8(R"t({{ dict(a=1, b=2) }} {{ {'a': {'b': 1}}.a.b }} {{ {'a': 1} }} {{ (1, 2)|length }} {{ (1) }} {{ [1,2,][1] }})t")
        << QString::fromUtf8(R"t({'a': 1, 'b': 2} 1 {'a': 1} 2 1 2)t");
    QTest::newRow("equality")
        << QString::fromUtf8(R"t({{ l == [3,1,2] }} {{ 1 == 1.0 }} {{ true == 1 }} {{ 'a' != 'b' }} {{ none == false }} {{ d == {'b': [1,2,{'c': none}], 'a': 1} }} {{ 'a' < 'b' }})t")
        << QString::fromUtf8(R"t(True True True True False True True)t");
    QTest::newRow("blocks on lines")
        << QString::fromUtf8(R"t(line1
    {{ n }}
  {% set k = 1 %}
    {% if b %}
    in
    {% else %}
    out
    {% endif %}  
tail  
)t")
        << QString::fromUtf8(R"t(line1
    7
    in
  
tail  )t");
    QTest::newRow("trimmed loop")
        << QString::fromUtf8(R"t({% for x in m -%}
   {{ x.role }}
{%- endfor -%}

  end)t")
        << QString::fromUtf8(R"t(userassistantend)t");
    // clang-format on
}

void JinjaLanguage::rendersAsJinjaDoes()
{
    QFETCH(QString, source);
    QFETCH(QString, wanted);
    const auto parsed = Template::parse(source.toStdString());
    QVERIFY2(parsed.has_value(), parsed ? "" : describe(parsed.error()).c_str());
    const auto text = parsed->render(variables());
    QVERIFY2(text.has_value(), text ? "" : describe(text.error()).c_str());
    QCOMPARE(QString::fromStdString(text->bytes()), wanted);
}

MORU_TEST(JinjaLanguage)
#include "jinja_language.moc"
