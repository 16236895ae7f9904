#include "tests/structure/complaints.h"
#include "tests/structure/include_rules.h"
#include "tests/support/test_main.h"

namespace moru::test {

namespace {

SourceTree one(const char* path, const char* text)
{
    return { makeSource(QString::fromUtf8(path), text) };
}

} // namespace

class Layers final : public QObject {
    Q_OBJECT

private slots:
    void everyFileKnowsOnlyWhatItsLayerMay();
    void everyIncludeIsWrittenFromTheRoot();
    void wrongIncludesAreNoticed_data();
    void wrongIncludesAreNoticed();
    void rightIncludesAreLeftAlone();
    void includesInCommentsDoNotCount();
    void headersBeforeTheOwnOneAreNoticed();
};

void Layers::everyFileKnowsOnlyWhatItsLayerMay()
{
    const SourceTree tree = readProject({ QStringLiteral(".h"), QStringLiteral(".cpp") });
    QVERIFY(tree.size() > 100); // the project was found
    MORU_NO_COMPLAINTS(layerComplaints(tree));
}

void Layers::everyIncludeIsWrittenFromTheRoot()
{
    const SourceTree tree
        = readProject({ QStringLiteral(".h"), QStringLiteral(".cpp"), QStringLiteral(".inc") });
    MORU_NO_COMPLAINTS(includeStyleComplaints(tree));
}

void Layers::wrongIncludesAreNoticed_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("include");
    QTest::newRow("Qt in the engine") << QByteArray("engine/core/a.cpp") << QByteArray("<QString>");
    QTest::newRow("Qt in vision") << QByteArray("vision/api/a.h") << QByteArray("<QtCore/QString>");
    QTest::newRow("app in the engine")
        << QByteArray("engine/session/a.h") << QByteArray("\"app/types/chat.h\"");
    QTest::newRow("kernels in core") << QByteArray("engine/core/a.cpp")
                                     << QByteArray("\"engine/kernels/d.h\"");
    QTest::newRow("side by side") << QByteArray("engine/sampler/a.h")
                                  << QByteArray("\"engine/tokenizer/t.h\"");
    QTest::newRow("unknown folder") << QByteArray("engine/misc/a.h") << QByteArray("\"engine/core/dtype.h\"");
    QTest::newRow("engine's inside in app")
        << QByteArray("app/cli/a.cpp") << QByteArray("\"engine/core/dtype.h\"");
    QTest::newRow("ui in app") << QByteArray("app/session/a.cpp") << QByteArray("\"ui/views/v.h\"");
    QTest::newRow("widgets in app") << QByteArray("app/session/a.cpp") << QByteArray("<QMessageBox>");
    QTest::newRow("app's inside in types") << QByteArray("app/types/a.h") << QByteArray("\"app/chats/c.h\"");
    QTest::newRow("engine in ui") << QByteArray("ui/views/a.cpp") << QByteArray("\"engine/api/error.h\"");
    QTest::newRow("app's inside in ui") << QByteArray("ui/views/a.cpp") << QByteArray("\"app/worker/w.h\"");
}

void Layers::wrongIncludesAreNoticed()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, include);
    const SourceTree tree = one(path, "#pragma once\n# include " + include + "\n");
    QCOMPARE(layerComplaints(tree).size(), 1);
}

void Layers::rightIncludesAreLeftAlone()
{
    QCOMPARE(
        layerComplaints(one("engine/session/a.cpp", "#include \"engine/program/p.h\"\n#include <queue>\n"))
            .size(),
        0);
    QCOMPARE(
        layerComplaints(one("app/main.cpp", "#include \"ui/windows/w.h\"\n#include <QApplication>\n")).size(),
        0);
    QCOMPARE(
        layerComplaints(one("ui/views/a.cpp", "#include \"app/types/chat.h\"\n#include <QLabel>\n")).size(),
        0);
}

void Layers::includesInCommentsDoNotCount()
{
    QCOMPARE(
        layerComplaints(one("engine/core/a.cpp", "// #include <QString>\n/*\n#include <QFile>\n*/\n")).size(),
        0);
}

void Layers::headersBeforeTheOwnOneAreNoticed()
{
    SourceTree tree = one("engine/core/a.h", "#pragma once\n");
    tree << makeSource(
        QStringLiteral("engine/core/a.cpp"), "#include <vector>\n#include \"engine/core/a.h\"\n");
    QCOMPARE(includeStyleComplaints(tree).size(), 1);
    tree.last()
        = makeSource(QStringLiteral("engine/core/a.cpp"), "#include \"engine/core/a.h\"\n#include \"a.h\"\n");
    QCOMPARE(includeStyleComplaints(tree).size(), 1); // not from the root
}

MORU_TEST(Layers)

} // namespace moru::test

#include "layers_test.moc"
