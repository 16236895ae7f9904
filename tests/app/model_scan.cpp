#include "app/model_registry/model_scan.h"
#include "app/model_registry/live_model_catalog.h"
#include "app/model_registry/model_title.h"
#include "app/types/path_text.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>

using namespace moru;
using namespace moru::test;
namespace fs = std::filesystem;

namespace {

const ModelEntry* entryOf(const std::vector<ModelEntry>& entries, const QString& title)
{
    const auto found = std::ranges::find(entries, title, &ModelEntry::title);
    return found == entries.end() ? nullptr : &*found;
}

/// Stands for reading a folder: what is named "broken" is.
void pretendCheck(ModelEntry& entry)
{
    entry.state = entry.folder.filename() == "broken" ? ModelState::Damaged : ModelState::Available;
    if (entry.state == ModelState::Available)
        entry.description = std::make_shared<ModelDescription>();
    else
        entry.error = Error { ErrorCode::Truncated, "cut", entry.folder.string() };
}

} // namespace

class ModelScans : public QObject {
    Q_OBJECT
private slots:
    void titlesAreWrittenAsPeopleWriteThem()
    {
        QCOMPARE(titleFromName(QStringLiteral("Qwen/Qwen3-1.7B")), QStringLiteral("Qwen3 1.7B"));
        QCOMPARE(
            titleFromName(QStringLiteral("smollm2-135m-instruct")), QStringLiteral("SmolLM2 135M Instruct"));
        QCOMPARE(titleFromName(QStringLiteral("gemma-3-270m-it")), QStringLiteral("Gemma 3 270M IT"));
        QCOMPARE(titleFromName(QStringLiteral("qwen2.5-coder-0.5b-instruct")),
            QStringLiteral("Qwen2.5 Coder 0.5B Instruct"));
        QCOMPARE(titleFromName(QStringLiteral("italic_모델")), QStringLiteral("Italic 모델"));
        QCOMPARE(titleFromName(QStringLiteral("-")), QStringLiteral("-"));
    }

    void emptyMachineListsTheEight()
    {
        const OwnFolders folders;
        const ModelScan scan = scanModels({ ModelPlaces::fromEnvironment(), {} });
        QCOMPARE(scan.entries.size(), std::size_t(8));
        for (const ModelEntry& entry : scan.entries)
            QCOMPARE(entry.state, ModelState::NotOnThisMachine);
    }

    void foundCheckpointCompletesItsRegisteredLine()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        makeModelFolder(places.modelsFolder / "Qwen" / "Qwen3-1.7B");
        makeModelFolder(places.modelsFolder / "deep" / "er" / "SmolLM2-135M-Instruct");
        writeFile(places.modelsFolder / "x.gguf", "GGUF");
        const ModelScan scan = listModels({ places, {} });
        QCOMPARE(scan.entries.size(), std::size_t(9));
        QCOMPARE(scan.ggufFileCount, 1);
        QCOMPARE(entryOf(scan.entries, QStringLiteral("Qwen3 1.7B"))->folder,
            places.modelsFolder / "Qwen" / "Qwen3-1.7B");
        const ModelEntry* small = entryOf(scan.entries, QStringLiteral("SmolLM2 135M Instruct"));
        QCOMPARE(small->source, ModelSource::ModelsFolder);
        QCOMPARE(small->name, QStringLiteral("deep/er/SmolLM2-135M-Instruct"));
    }

    void linksInCirclesEnd()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        makeModelFolder(places.modelsFolder / "a" / "model");
        fs::create_directory_symlink(places.modelsFolder, places.modelsFolder / "a" / "again");
        QCOMPARE(listModels({ places, {} }).entries.size(), std::size_t(9));
    }

    void absentOpenedFolderIsUnavailableNotForgotten()
    {
        const OwnFolders folders;
        const fs::path gone = folders.root() / "usb" / "모델";
        const ModelScan scan = scanModels({ ModelPlaces::fromEnvironment(), { gone } });
        const ModelEntry* entry = entryOf(scan.entries, QStringLiteral("모델"));
        QVERIFY(entry);
        QCOMPARE(entry->state, ModelState::Unavailable);
        QVERIFY(entry->isRemembered);
    }

    void sameFolderIsListedOnce()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        makeModelFolder(places.modelsFolder / "m");
        const ModelScan scan = listModels({ places, { places.modelsFolder / "m" / "." } });
        QCOMPARE(scan.entries.size(), std::size_t(9));
    }

    void foreignFoldersOfTheCacheAreLeftOut()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        writeFile(places.huggingFaceCache / "models--some--encoder" / "snapshots" / "c" / "README.md", "x");
        writeFile(places.huggingFaceCache / "datasets--a--b" / "refs" / "main", "c");
        QCOMPARE(scanModels({ places, {} }).entries.size(), std::size_t(8));
    }

    void incompleteFolderNamesWhatIsMissing()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        const fs::path folder = places.modelsFolder / "half";
        writeFile(folder / "config.json", R"({"model_type":"llama"})");
        const ModelScan scan = scanModels({ places, {} });
        const ModelEntry* entry = entryOf(scan.entries, QStringLiteral("Half"));
        QVERIFY(entry);
        QVERIFY(entry->state != ModelState::Available);
        QVERIFY(entry->error);
    }

    void realSmallModelIsAvailable()
    {
        const fs::path smol = modelsFolder() / "smollm2-135m-instruct";
        std::error_code error;
        if (!fs::exists(smol / "config.json", error))
            QSKIP("the small models are not here; packaging/get-small-models.sh brings them");
        ModelEntry entry = entryOfOpenedFolder(smol);
        checkModel(entry);
        QCOMPARE(entry.state, ModelState::Available);
        QCOMPARE(entry.description->family, std::string("llama"));
    }

    void catalogueReadsFoldersOnAnotherThread()
    {
        const OwnFolders folders;
        const ModelPlaces places = ModelPlaces::fromEnvironment();
        makeModelFolder(places.modelsFolder / "good");
        makeModelFolder(places.modelsFolder / "broken");
        QThread* checkedOn = nullptr;
        LiveModelCatalog catalog(
            places, {}, [](const QStringList&) {},
            [&](ModelEntry& entry) {
                checkedOn = QThread::currentThread();
                pretendCheck(entry);
            });
        catalog.rescan();
        QVERIFY(catalog.isScanning());
        QTRY_VERIFY(!catalog.isScanning());
        QVERIFY(checkedOn && checkedOn != QThread::currentThread());
        QCOMPARE(entryOf(catalog.entries(), QStringLiteral("Good"))->state, ModelState::Available);
        QCOMPARE(entryOf(catalog.entries(), QStringLiteral("Broken"))->state, ModelState::Damaged);
    }

    void folderThatIsNoModelIsToldAndNotRemembered()
    {
        const OwnFolders folders;
        const fs::path folder = folders.root() / "photos";
        fs::create_directories(folder);
        QStringList saved;
        LiveModelCatalog catalog(
            ModelPlaces::fromEnvironment(), {}, [&](const QStringList& list) { saved = list; });
        std::optional<Error> error;
        connect(
            &catalog, &ModelCatalog::folderChecked, [&](const ModelEntry& entry) { error = entry.error; });
        catalog.openFolder(folder);
        QTRY_VERIFY(error);
        QCOMPARE(error->code, ErrorCode::MissingConfig);
        QVERIFY(saved.isEmpty());
        QCOMPARE(catalog.entries().size(), std::size_t(8));
    }

    void openedFolderIsRememberedAndForgotten()
    {
        const OwnFolders folders;
        const fs::path folder = folders.root() / "열린 폴더";
        makeModelFolder(folder);
        QStringList saved;
        LiveModelCatalog catalog(
            ModelPlaces::fromEnvironment(), {}, [&](const QStringList& list) { saved = list; }, pretendCheck);
        const QSignalSpy checked(&catalog, &ModelCatalog::folderChecked);
        catalog.openFolder(folder);
        QTRY_COMPARE(checked.size(), 1);
        QCOMPARE(saved, QStringList { pathText(folder) });
        QTRY_VERIFY(!catalog.isScanning());
        catalog.forgetFolder(pathText(folder));
        QVERIFY(saved.isEmpty());
        QTRY_VERIFY(!entryOf(catalog.entries(), QStringLiteral("열린 폴더")));
        QVERIFY(fs::exists(folder / "config.json")); // its files are not touched
    }
};
MORU_TEST(ModelScans)

#include "model_scan.moc"
