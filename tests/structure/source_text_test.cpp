#include "tests/structure/complaints.h"
#include "tests/structure/text_rules.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <vector>

namespace moru::test {

namespace {

// Small files with one job each: style.md wants a median below 200 lines and none near 500.
constexpr qsizetype kLongestFile = 450;
constexpr qsizetype kLongestMedian = 200;

SourceTree project()
{
    return readProject({ QStringLiteral(".h"), QStringLiteral(".cpp") });
}

} // namespace

class SourceText final : public QObject {
    Q_OBJECT

private slots:
    void filesAreShort();
    void nothingForbiddenIsWritten_data();
    void nothingForbiddenIsWritten();
    void everyRuleCatchesItsSample_data();
    void everyRuleCatchesItsSample();
    void everyHeaderIsReadOnce();
    void aHeaderWithoutPragmaIsNoticed();
    void kernelsAndErrorsAreDocumented();
    void aBareKernelIsNoticed();
};

void SourceText::filesAreShort()
{
    QStringList found;
    std::vector<qsizetype> lengths;
    for (const SourceFile& file : project()) {
        lengths.push_back(file.lines.size());
        if (file.lines.size() > kLongestFile)
            found << QStringLiteral("%1 has %2 lines").arg(file.path).arg(file.lines.size());
    }
    MORU_NO_COMPLAINTS(found);
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    QVERIFY(*middle < kLongestMedian);
}

void SourceText::nothingForbiddenIsWritten_data()
{
    QTest::addColumn<qsizetype>("rule");
    for (qsizetype i = 0; i < forbiddenTexts().size(); ++i)
        QTest::newRow(forbiddenTexts()[i].name) << i;
}

void SourceText::nothingForbiddenIsWritten()
{
    QFETCH(qsizetype, rule);
    MORU_NO_COMPLAINTS(complaintsAbout(forbiddenTexts()[rule], project()));
}

void SourceText::everyRuleCatchesItsSample_data()
{
    nothingForbiddenIsWritten_data();
}

void SourceText::everyRuleCatchesItsSample()
{
    QFETCH(qsizetype, rule);
    const ForbiddenText& forbidden = forbiddenTexts()[rule];
    const SourceTree sample { makeSource(QLatin1String(forbidden.samplePath), forbidden.sample) };
    QCOMPARE(complaintsAbout(forbidden, sample).size(), 1);
}

void SourceText::everyHeaderIsReadOnce()
{
    MORU_NO_COMPLAINTS(pragmaComplaints(project()));
}

void SourceText::aHeaderWithoutPragmaIsNoticed()
{
    QCOMPARE(
        pragmaComplaints({ makeSource(QStringLiteral("app/types/a.h"), "#include <vector>\n") }).size(), 1);
    QCOMPARE(
        pragmaComplaints({ makeSource(QStringLiteral("app/types/a.h"), "// why\n#pragma once\n") }).size(),
        0);
}

void SourceText::kernelsAndErrorsAreDocumented()
{
    MORU_NO_COMPLAINTS(docstringComplaints(project()));
}

void SourceText::aBareKernelIsNoticed()
{
    const QString table = QStringLiteral("engine/kernels/kernel_table.h");
    QCOMPARE(docstringComplaints({ makeSource(table, "\nusing Rope = void (*)(int);\n") }).size(), 1);
    QCOMPARE(
        docstringComplaints({ makeSource(table, "/// Turns.\nusing Rope = void (*)(int);\n") }).size(), 0);
    const QString errors = QStringLiteral("engine/api/error.h");
    QCOMPARE(
        docstringComplaints({ makeSource(errors, "{\n    DiskFull,\n    Truncated, ///< Ends early.\n}\n") })
            .size(),
        1);
}

MORU_TEST(SourceText)

} // namespace moru::test

#include "source_text_test.moc"
