#include "app/model_registry/model_places.h"
#include "app/model_registry/hugging_face_cache.h"
#include "app/model_registry/model_resolver.h"
#include "app/model_registry/registered_models.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

using namespace moru;
using namespace moru::test;
namespace fs = std::filesystem;

namespace {

fs::path makeSnapshot(const fs::path& cache, const char* repository, const char* commit, bool isMain = true)
{
    const fs::path folder = cache / repository;
    makeModelFolder(folder / "snapshots" / commit);
    if (isMain)
        writeFile(folder / "refs" / "main", commit);
    return folder / "snapshots" / commit;
}

} // namespace

class ModelNames : public QObject {
    Q_OBJECT
private slots:
    void eightModelsAreRegistered()
    {
        QCOMPARE(registeredModels().size(), std::size_t(8));
        for (const RegisteredModel& model : registeredModels()) {
            QVERIFY(!model.title.isEmpty() && !model.family.isEmpty() && !model.licence.isEmpty());
            QCOMPARE(model.repository.count(u'/'), 1);
            QVERIFY(model.parameterCount > 1e9 && model.downloadBytes > 1000000000U);
            // Two bytes a parameter: the numbers of a row belong together.
            QVERIFY(static_cast<double>(model.bf16Bytes) >= 1.99 * model.parameterCount);
        }
        QVERIFY(findRegisteredModel("Qwen3-1.7B"));
        QVERIFY(!findRegisteredModel("gpt-2"));
    }

    void placesFollowTheEnvironment()
    {
        const OwnFolders folders;
        QCOMPARE(ModelPlaces::fromEnvironment().modelsFolder, folders.data() / "models");
        QCOMPARE(ModelPlaces::fromEnvironment().huggingFaceCache, folders.root() / "cache/huggingface/hub");
        qputenv("HF_HOME", "/h");
        QCOMPARE(ModelPlaces::fromEnvironment().huggingFaceCache, fs::path("/h/hub"));
        qputenv("HF_HUB_CACHE", "/hub");
        QCOMPARE(ModelPlaces::fromEnvironment().huggingFaceCache, fs::path("/hub"));
        qputenv("MORU_MODELS_DIR", "/m");
        QCOMPARE(ModelPlaces::fromEnvironment().modelsFolder, fs::path("/m"));
        qputenv("XDG_DATA_HOME", "relative"); // not valid by the XDG rules
        qunsetenv("MORU_MODELS_DIR");
        QCOMPARE(
            ModelPlaces::fromEnvironment().modelsFolder, folders.root() / "home/.local/share/moru/models");
    }

    void namesResolveInTheStatedOrder()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        const fs::path cached = makeSnapshot(places.huggingFaceCache, "models--Qwen--Qwen3-1.7B", "abc");
        makeModelFolder(places.modelsFolder / "내 모델 100%");
        QCOMPARE(resolveModel("qwen3-1.7b", places).value(), cached);
        QCOMPARE(resolveModel("Qwen/Qwen3-1.7B", places).value(), cached);
        QCOMPARE(resolveModel("qwen/qwen3-1.7b", places).value(), cached);
        QCOMPARE(resolveModel("내 모델 100%", places).value(), places.modelsFolder / "내 모델 100%");
        makeModelFolder(places.modelsFolder / "qwen3-1.7b"); // the models folder is looked into first
        QCOMPARE(resolveModel("qwen3-1.7b", places).value(), places.modelsFolder / "qwen3-1.7b");
        const fs::path anywhere = folders.root() / "elsewhere";
        makeModelFolder(anywhere);
        QCOMPARE(resolveModel(anywhere.string(), places).value(), anywhere);
        // A repository's folder stands for its snapshot.
        QCOMPARE(
            resolveModel((places.huggingFaceCache / "models--Qwen--Qwen3-1.7B").string(), places).value(),
            cached);
    }

    void namesDoNotClimbOutOfTheModelsFolder()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        makeModelFolder(places.modelsFolder.parent_path() / "secret");
        makeModelFolder(places.modelsFolder / "x");
        QCOMPARE(resolveModel("x/../../secret", places).error().code, ErrorCode::ModelNotFound);
    }

    void whatIsNotThereIsSaid()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        QCOMPARE(resolveModel("no-such-model", places).error().code, ErrorCode::ModelNotFound);
        QVERIFY(
            resolveModel("gemma-2b", places).error().message.find("google/gemma-2b") != std::string::npos);
        QCOMPARE(resolveModel("./nothing", places).error().code, ErrorCode::FileNotFound);
        writeFile(folders.root() / "a.gguf", "GGUF");
        QCOMPARE(resolveModel((folders.root() / "a.gguf").string(), places).error().code,
            ErrorCode::UnsupportedFormat);
        QCOMPARE(resolveModel("", places).error().code, ErrorCode::ModelNotFound);
    }

    void mainNamesTheSnapshot()
    {
        const OwnFolders folders;
        const fs::path cache = folders.root() / "hub";
        (void)makeSnapshot(cache, "models--a--b-c", "new", false);
        const fs::path main = makeSnapshot(cache, "models--a--b-c", "old");
        const auto found = findInHuggingFaceCache(cache, QStringLiteral("a/b-c"));
        QVERIFY(found);
        QCOMPARE(found->folder, main);
        QCOMPARE(found->revision, QStringLiteral("old"));
        // A reference to a commit that was deleted falls back to a whole one.
        writeFile(cache / "models--a--b-c" / "refs" / "main", "gone\n");
        fs::create_directories(cache / "models--a--b-c" / "snapshots" / "zz-empty");
        QVERIFY(fs::exists(findInHuggingFaceCache(cache, QStringLiteral("a/b-c"))->folder / "config.json"));
        // A reference is a name, not a path.
        writeFile(cache / "models--a--b-c" / "refs" / "main", "../../../../etc");
        QVERIFY(fs::exists(findInHuggingFaceCache(cache, QStringLiteral("a/b-c"))->folder / "config.json"));
    }

    void repositoryNamesAreReadBack()
    {
        QCOMPARE(readCachedRepository("/x/models--gpt2")->repository, QStringLiteral("gpt2"));
        QCOMPARE(readCachedRepository("/x/models--Qwen--Qwen2.5-1.5B")->repository,
            QStringLiteral("Qwen/Qwen2.5-1.5B"));
        QVERIFY(!readCachedRepository("/x/datasets--a--b"));
        QVERIFY(!readCachedRepository("/x/models--"));
    }

    void growingBlobMeansDownload()
    {
        const OwnFolders folders;
        const fs::path cache = folders.root() / "hub";
        (void)makeSnapshot(cache, "models--a--b", "c");
        const fs::path blob = cache / "models--a--b" / "blobs" / "123.incomplete";
        writeFile(blob, "x");
        QVERIFY(findInHuggingFaceCache(cache, QStringLiteral("a/b"))->isBeingDownloaded);
        fs::last_write_time(blob, fs::file_time_type::clock::now() - std::chrono::hours(2)); // broken off
        QVERIFY(!findInHuggingFaceCache(cache, QStringLiteral("a/b"))->isBeingDownloaded);
    }
};
MORU_TEST(ModelNames)

#include "model_places.moc"
