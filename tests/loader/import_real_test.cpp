#include "engine/api/import.h"

#include "engine/loader/json_file.h"
#include "tests/loader/folder_maker.h"
#include "tests/support/test_main.h"

#include <QCryptographicHash>
#include <QFile>

using namespace moru;
using nlohmann::json;

namespace {

QByteArray sha256(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return "unreadable";
    return hash.result().toHex();
}

json read(const std::filesystem::path& path)
{
    return readJsonFile(path, 256U << 20).value_or(json("unreadable: " + path.string()));
}

} // namespace

/// Real files against what ../shared/tools/fetch_small_models.py makes of them.
class RealImport : public QObject {
    Q_OBJECT
private slots:
    void weightsAreTheReferencesBits_data();
    void weightsAreTheReferencesBits();
};

void RealImport::weightsAreTheReferencesBits_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QByteArray>("weights"); // SHA-256 pinned by the script
    QTest::addColumn<QString>("tokenizer"); // folder of ../shared/tokenizers that its vocabulary must equal
    QTest::newRow("SmolLM2") << "smollm2-135m-instruct"
                             << QByteArray("7ef915c9bf9d94d8d70211970476878352a5b95855c589ae987916d7a455242b")
                             << "";
    QTest::newRow("Gemma 3") << "gemma-3-270m"
                             << QByteArray("d9df495ac8121f17441f73a45548b59cd75068fbd5e57ed0883c9e4a443fe908")
                             << "gemma-3";
    QTest::newRow("Qwen2.5") << "qwen2.5-coder-0.5b-instruct"
                             << QByteArray("99a5b822202b35a0d265d1ebc67665edc2504f5b82dd9babc548fe95ce43f132")
                             << "qwen2.5";
}

void RealImport::weightsAreTheReferencesBits()
{
    QFETCH(QString, model);
    QFETCH(QByteArray, weights);
    QFETCH(QString, tokenizer);
    const std::filesystem::path gguf = test::modelsFolder() / "gguf" / (model.toStdString() + ".gguf");
    if (!std::filesystem::exists(gguf))
        QSKIP(("there is no " + gguf.string() + "; packaging/get-small-models.sh brings it").c_str());
    const test::FolderMaker base;
    const auto report = importGguf(gguf, base.path("out"), nullptr, {});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    QCOMPARE(sha256(base.path("out/model.safetensors")), weights);

    const std::filesystem::path reference = test::modelsFolder() / model.toStdString();
    if (std::filesystem::exists(reference)) {
        QVERIFY(read(base.path("out/config.json")) == read(reference / "config.json"));
        QVERIFY(read(base.path("out/generation_config.json")) == read(reference / "generation_config.json"));
    }
    if (tokenizer.isEmpty())
        return;
    MORU_NEED_SHARED();
    const json made = read(base.path("out/tokenizer.json"));
    json release = read(*shared / "tokenizers" / tokenizer.toStdString() / "tokenizer.json");
    release["model"].emplace("ignore_merges", false); // older files leave the default out
    QCOMPARE(made["model"]["merges"].size(), release["model"]["merges"].size());
    QVERIFY(made["model"]["merges"] == release["model"]["merges"]);
    QVERIFY(made == release);
}

MORU_TEST(RealImport)
#include "import_real_test.moc"
