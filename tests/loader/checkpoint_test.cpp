#include "engine/loader/checkpoint.h"

#include "tests/loader/folder_maker.h"
#include "tests/support/test_main.h"

#include <csignal>

using namespace moru;
using test::FolderMaker;
using test::safeTensorsWith;

namespace {

std::string indexOf(const nlohmann::json& weightMap)
{
    return nlohmann::json { { "weight_map", weightMap } }.dump();
}

constexpr const char* kFirst = "model-00001-of-00002.safetensors";
constexpr const char* kSecond = "model-00002-of-00002.safetensors";
constexpr const char* kIndex = "model.safetensors.index.json";

/// A sound folder of two shards: a and b in the first, c in the second.
void writeTwoShards(const FolderMaker& folder)
{
    folder.write("config.json", R"({"model_type":"llama"})");
    folder.write(kFirst, safeTensorsWith({ "a", "b" }));
    folder.write(kSecond, safeTensorsWith({ "c" }));
    folder.write(kIndex, indexOf({ { "a", kFirst }, { "b", kFirst }, { "c", kSecond } }));
}

Error errorOf(const FolderMaker& folder)
{
    const auto checkpoint = Checkpoint::open(folder.path());
    return checkpoint ? Error { ErrorCode::Internal, "opened without an error", "" } : checkpoint.error();
}

/// Moru's own SIGBUS handler, installed before Qt Test puts one above it that prints a stack trace.
const struct sigaction guardAction = [] {
    static_cast<void>(SafeTensorsFile::open("/proc/self/exe"));
    struct sigaction action {};
    ::sigaction(SIGBUS, nullptr, &action);
    return action;
}();

} // namespace

class CheckpointFolder : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QCOMPARE(::sigaction(SIGBUS, &guardAction, nullptr), 0); }
    void readsASingleFile();
    void readsShardsByTheirIndex();
    void readsTheShardNamesOfQwen35();
    void readsALoneFileOfAnyName();
    void folderNamesMayBeKorean();
    void folderWithoutConfigIsNoModel();
    void folderThatDoesNotExist();
    void configThatIsNoObject();
    void folderWithoutWeights();
    void severalFilesWithoutIndex();
    void missingShardIsNamed();
    void danglingLinkIsAMissingShard();
    void tensorInTheIndexButNotInItsShard();
    void tensorInAShardButNotInTheIndex();
    void tensorInAnotherShardThanTheIndexSays();
    void tensorInTwoShards();
    void indexMayNotLeadOutOfTheFolder();
    void damagedIndex_data();
    void damagedIndex();
    void damagedShardIsNamed();
    void extraFilesAreIgnoredAndSaid();
    void leftOverIndexIsIgnoredAndSaid();
    void truncationInUseIsFoundWithTheFile();
    void viewsLiveAsLongAsACopy();
};

void CheckpointFolder::readsASingleFile()
{
    const FolderMaker folder;
    folder.write("config.json", R"({"model_type":"llama"})");
    folder.write("model.safetensors", safeTensorsWith({ "z", "a" }));
    const auto checkpoint = Checkpoint::open(folder.path());
    QVERIFY2(checkpoint, checkpoint ? "" : describe(checkpoint.error()).c_str());
    QCOMPARE(checkpoint->config()["model_type"].get<std::string>(), std::string("llama"));
    QCOMPARE(checkpoint->tensors().size(), std::size_t { 2 });
    QCOMPARE(checkpoint->tensors()[0].name, std::string("a"));
    QCOMPARE(checkpoint->weightBytes(), std::uint64_t { 16 });
    QVERIFY(checkpoint->find("z") && !checkpoint->find("zz") && !checkpoint->find(""));
    QCOMPARE(std::string(checkpoint->fileOf(*checkpoint->find("z"))), std::string("model.safetensors"));
    QVERIFY(checkpoint->damage());
    QVERIFY(checkpoint->ignoredFiles().empty());
}

void CheckpointFolder::readsShardsByTheirIndex()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    const auto checkpoint = Checkpoint::open(folder.path());
    QVERIFY2(checkpoint, checkpoint ? "" : describe(checkpoint.error()).c_str());
    QCOMPARE(checkpoint->tensors().size(), std::size_t { 3 });
    QCOMPARE(std::string(checkpoint->fileOf(*checkpoint->find("b"))), std::string(kFirst));
    QCOMPARE(std::string(checkpoint->fileOf(*checkpoint->find("c"))), std::string(kSecond));
    QCOMPARE(checkpoint->weightFiles().size(), std::size_t { 2 });
}

void CheckpointFolder::readsTheShardNamesOfQwen35()
{
    const FolderMaker folder;
    const std::string first = "model.safetensors-00001-of-00002.safetensors";
    const std::string second = "model.safetensors-00002-of-00002.safetensors";
    folder.write("config.json", "{}");
    folder.write(first, safeTensorsWith({ "a" }));
    folder.write(second, safeTensorsWith({ "b" }));
    folder.write(kIndex, indexOf({ { "a", first }, { "b", second } }));
    const auto checkpoint = Checkpoint::open(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(checkpoint->ignoredFiles().empty());
}

void CheckpointFolder::readsALoneFileOfAnyName()
{
    const FolderMaker folder;
    folder.write("config.json", "{}");
    folder.write("weights.safetensors", safeTensorsWith({ "a" }));
    QVERIFY(Checkpoint::open(folder.path()));
}

void CheckpointFolder::folderNamesMayBeKorean()
{
    const FolderMaker folder;
    const auto inside = folder.path("모델 폴더 %20 🙂");
    std::filesystem::create_directory(inside);
    folder.write("모델 폴더 %20 🙂/config.json", "{}");
    folder.write("모델 폴더 %20 🙂/model.safetensors", safeTensorsWith({ "a" }));
    QVERIFY(Checkpoint::open(inside));
}

void CheckpointFolder::folderWithoutConfigIsNoModel()
{
    const FolderMaker folder;
    folder.write("model.safetensors", safeTensorsWith({ "a" }));
    const Error error = errorOf(folder);
    QVERIFY(error.code == ErrorCode::MissingConfig);
    QCOMPARE(error.where, folder.path().string());
}

void CheckpointFolder::folderThatDoesNotExist()
{
    const FolderMaker folder;
    QVERIFY(Checkpoint::open(folder.path("none")).error().code == ErrorCode::FileNotFound);
    QVERIFY(Checkpoint::open(folder.write("a file", "")).error().code == ErrorCode::FileNotFound);
}

void CheckpointFolder::configThatIsNoObject()
{
    const FolderMaker folder;
    folder.write("config.json", "[1]");
    QVERIFY(errorOf(folder).code == ErrorCode::InvalidConfig);
    folder.write("config.json", "{");
    QVERIFY(errorOf(folder).code == ErrorCode::InvalidJson);
    QCOMPARE(errorOf(folder).where, folder.path("config.json").string());
}

void CheckpointFolder::folderWithoutWeights()
{
    const FolderMaker folder;
    folder.write("config.json", "{}");
    folder.write("pytorch_model.bin", "x");
    QVERIFY(errorOf(folder).code == ErrorCode::MissingWeights);
}

void CheckpointFolder::severalFilesWithoutIndex()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    std::filesystem::remove(folder.path(kIndex));
    QVERIFY(errorOf(folder).code == ErrorCode::MissingWeights);
}

void CheckpointFolder::missingShardIsNamed()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    std::filesystem::remove(folder.path(kSecond));
    const Error error = errorOf(folder);
    QVERIFY(error.code == ErrorCode::MissingShard);
    QCOMPARE(error.where, folder.path(kSecond).string());
}

void CheckpointFolder::danglingLinkIsAMissingShard()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    std::filesystem::rename(folder.path(kSecond), folder.path("blob"));
    std::filesystem::create_symlink("blob", folder.path(kSecond)); // as in the Hugging Face cache
    QVERIFY(Checkpoint::open(folder.path()));
    std::filesystem::remove(folder.path("blob"));
    QVERIFY(errorOf(folder).code == ErrorCode::MissingShard);
}

void CheckpointFolder::tensorInTheIndexButNotInItsShard()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    folder.write(kIndex, indexOf({ { "a", kFirst }, { "b", kFirst }, { "bb", kFirst }, { "c", kSecond } }));
    const Error error = errorOf(folder);
    QVERIFY(error.code == ErrorCode::InvalidIndex);
    QVERIFY(error.message.find("tensor bb") != std::string::npos);
}

void CheckpointFolder::tensorInAShardButNotInTheIndex()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    folder.write(kIndex, indexOf({ { "a", kFirst }, { "c", kSecond } }));
    const Error error = errorOf(folder);
    QVERIFY(error.code == ErrorCode::InvalidIndex);
    QVERIFY(error.message.find("tensor b ") != std::string::npos);
}

void CheckpointFolder::tensorInAnotherShardThanTheIndexSays()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    folder.write(kIndex, indexOf({ { "a", kFirst }, { "b", kSecond }, { "c", kSecond } }));
    QVERIFY(errorOf(folder).code == ErrorCode::InvalidIndex);
}

void CheckpointFolder::tensorInTwoShards()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    folder.write(kSecond, safeTensorsWith({ "b", "c" }));
    const Error error = errorOf(folder);
    QVERIFY(error.code == ErrorCode::InvalidIndex);
    QVERIFY(error.message.find("tensor b ") != std::string::npos);
}

void CheckpointFolder::indexMayNotLeadOutOfTheFolder()
{
    const FolderMaker folder;
    for (const char* name : { "../model.safetensors", "/etc/passwd", "sub/x.safetensors", "", ".." }) {
        folder.write("config.json", "{}");
        folder.write(kIndex, indexOf({ { "a", name } }));
        QVERIFY(errorOf(folder).code == ErrorCode::InvalidIndex);
    }
}

void CheckpointFolder::damagedIndex_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    QTest::newRow("not JSON") << QByteArray("{") << static_cast<int>(ErrorCode::InvalidJson);
    QTest::newRow("a list") << QByteArray("[]") << static_cast<int>(ErrorCode::InvalidIndex);
    QTest::newRow("no map") << QByteArray("{}") << static_cast<int>(ErrorCode::InvalidIndex);
    QTest::newRow("map a list") << QByteArray(R"({"weight_map":[]})")
                                << static_cast<int>(ErrorCode::InvalidIndex);
    QTest::newRow("map empty") << QByteArray(R"({"weight_map":{}})")
                               << static_cast<int>(ErrorCode::InvalidIndex);
    QTest::newRow("number") << QByteArray(R"({"weight_map":{"a":1}})")
                            << static_cast<int>(ErrorCode::InvalidIndex);
}

void CheckpointFolder::damagedIndex()
{
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    const FolderMaker folder;
    writeTwoShards(folder);
    folder.write(kIndex, text.toStdString());
    QCOMPARE(static_cast<int>(errorOf(folder).code), code);
    QCOMPARE(errorOf(folder).where, folder.path(kIndex).string());
}

void CheckpointFolder::damagedShardIsNamed()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    const std::string whole = folder.read(kSecond);
    folder.write(kSecond, whole.substr(0, whole.size() - 1));
    const Error error = errorOf(folder);
    QVERIFY(error.code == ErrorCode::Truncated);
    QCOMPARE(error.where, folder.path(kSecond).string());
}

void CheckpointFolder::extraFilesAreIgnoredAndSaid()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    folder.write("consolidated.safetensors", "not even a SafeTensors file");
    folder.write("model.safetensors", safeTensorsWith({ "a" }));
    const auto checkpoint = Checkpoint::open(folder.path());
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->tensors().size(), std::size_t { 3 });
    QCOMPARE(checkpoint->ignoredFiles().size(), std::size_t { 2 });
    QCOMPARE(checkpoint->ignoredFiles()[0], std::string("consolidated.safetensors"));
}

void CheckpointFolder::leftOverIndexIsIgnoredAndSaid()
{
    const FolderMaker folder;
    folder.write("config.json", "{}");
    folder.write("model.safetensors", safeTensorsWith({ "a" }));
    folder.write(kIndex, indexOf({ { "x", kFirst } }));
    const auto checkpoint = Checkpoint::open(folder.path());
    QVERIFY(checkpoint);
    QVERIFY(checkpoint->find("a"));
    QCOMPARE(checkpoint->ignoredFiles()[0], std::string(kIndex));
}

void CheckpointFolder::truncationInUseIsFoundWithTheFile()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    const auto checkpoint = Checkpoint::open(folder.path());
    QVERIFY(checkpoint && checkpoint->damage());
    std::filesystem::resize_file(folder.path(kSecond), 0);
    unsigned total = 0;
    for (const std::byte byte : checkpoint->find("c")->bytes) // no SIGBUS death
        total += static_cast<unsigned>(byte);
    QCOMPARE(total, 0U);
    const auto damage = checkpoint->damage();
    QVERIFY(damage.error().code == ErrorCode::FileChanged);
    QCOMPARE(damage.error().where, folder.path(kSecond).string());
}

void CheckpointFolder::viewsLiveAsLongAsACopy()
{
    const FolderMaker folder;
    writeTwoShards(folder);
    auto original = Checkpoint::open(folder.path());
    QVERIFY(original);
    const TensorView* view = original->find("c");
    const Checkpoint copy = *original;
    original = failure(ErrorCode::Internal, "", "gone");
    QCOMPARE(copy.find("c"), view);
    QCOMPARE(static_cast<int>(view->bytes[3]), 0x3f);
}

MORU_TEST(CheckpointFolder)
#include "checkpoint_test.moc"
