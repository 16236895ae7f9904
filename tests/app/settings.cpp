#include "app/settings/settings_file.h"
#include "app/settings/settings_table.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QLocale>
#include <QSignalSpy>

#include <limits>
#include <map>
#include <set>

using namespace moru;
using namespace moru::test;

namespace {

std::filesystem::path fileIn(const OwnFolders& folders)
{
    return folders.root() / "config" / "moru.ini";
}

const QString kKey = QStringLiteral("/폴더/a b/100%.model");

} // namespace

class Settings : public QObject {
    Q_OBJECT
private slots:
    void everyIdHasItsRow()
    {
        std::set<SettingId> ids;
        std::set<std::string> keys;
        for (const SettingRow& row : settingsTable()) {
            ids.insert(row.id);
            keys.insert(row.key);
            QCOMPARE(allowedValue(row, defaultValue(row)),
                defaultValue(row)); // a default is within its own bounds
        }
        QCOMPARE(ids.size(), kSettingCount);
        QCOMPARE(keys.size(), kSettingCount);
        QCOMPARE(static_cast<std::size_t>(SettingId::ThinkingBudget) + 1, kSettingCount);
    }

    void noTwoSettingsShareATitle()
    {
        std::set<QString> titles;
        for (const SettingRow& row : settingsTable()) {
            if (*row.title)
                QVERIFY2(titles.insert(QString::fromUtf8(row.title)).second, row.title);
        }
    }

    void everyWholeNumberFitsItsControl()
    {
        for (const SettingRow& row : settingsTable()) {
            if (row.kind == SettingKind::Integer && *row.title)
                QVERIFY2(row.maximum <= std::numeric_limits<int>::max(), row.key);
        }
    }

    void valuesSurviveAReopening()
    {
        const OwnFolders folders;
        {
            SettingsFile settings(fileIn(folders));
            settings.setValue(SettingId::Theme, QStringLiteral("dark"));
            settings.setValue(SettingId::DefaultSystemPrompt, QStringLiteral("짧게, \"please\"; 100%"));
            settings.setModelValue(SettingId::Temperature, kKey, 0.25);
        }
        const SettingsFile settings(fileIn(folders));
        QCOMPARE(settings.value(SettingId::Theme).toString(), QStringLiteral("dark"));
        QCOMPARE(settings.value(SettingId::DefaultSystemPrompt).toString(),
            QStringLiteral("짧게, \"please\"; 100%"));
        QCOMPARE(settings.modelValue(SettingId::Temperature, kKey).value.toDouble(), 0.25);
    }

    void foreignValuesAreMovedIntoBounds()
    {
        const OwnFolders folders;
        writeFile(fileIn(folders),
            "[engine]\ncontext_length=-5\nthreads=abc\nprecision=int99\n[window]\ntheme=pink\ntext_zoom="
            "1e9\n");
        const SettingsFile settings(fileIn(folders));
        QCOMPARE(settings.value(SettingId::ContextLength).toInt(), 256);
        QCOMPARE(settings.value(SettingId::ThreadCount).toInt(), 0);
        QCOMPARE(settings.value(SettingId::Theme).toString(), QStringLiteral("system"));
        QCOMPARE(settings.value(SettingId::TextZoom).toInt(), 200);
        QVERIFY(parsePrecision(settings.value(SettingId::PrecisionName).toString().toStdString()));
    }

    void whatCannotBeIsToldWithWhatIsUsedInstead()
    {
        const OwnFolders folders;
        writeFile(fileIn(folders),
            "[engine]\ncontext_length=-5\nthreads=abc\nprecision=int99\n[window]\ntext_zoom=100\ntheme=dark\n"
            "unknown=7\n[model]\nqwen3\\temperature=9\nqwen3\\top_k=20\n");
        const SettingsFile settings(fileIn(folders));
        std::map<QString, QStringList> told;
        for (const Notice& notice : settings.corrections()) {
            QCOMPARE(notice.kind, NoticeKind::SettingCorrected);
            told.emplace(notice.argument, notice.values);
        }
        const QString precision = settings.value(SettingId::PrecisionName).toString();
        const std::map<QString, QStringList> expected { { "Context length", { "-5", "256" } },
            { "CPU threads", { "abc", "0" } }, { "Precision", { "int99", precision } },
            { "Temperature", { "9", "5" } } };
        QCOMPARE(told, expected);
        const SettingsFile fresh(folders.root() / "none.ini");
        QVERIFY(fresh.corrections().empty());
    }

    void onlyPrecisionsThatExistAreOffered()
    {
        const auto choices = describeSetting(SettingId::PrecisionName).choices;
        QVERIFY(!choices.empty());
        for (const SettingChoice& choice : choices)
            QVERIFY(parsePrecision(choice.value.toStdString()));
    }

    void modelValuesStartFromTheModel()
    {
        const OwnFolders folders;
        SettingsFile settings(fileIn(folders));
        QCOMPARE(settings.modelValue(SettingId::TopK, kKey).origin, SettingOrigin::BuiltIn);
        SamplingOptions ofModel;
        ofModel.temperature = 0.6;
        ofModel.topK = 20;
        settings.setModelDefaults(kKey, { ofModel, true });
        QCOMPARE(settings.modelValue(SettingId::TopK, kKey).value.toInt(), 20);
        QCOMPARE(settings.modelValue(SettingId::TopK, kKey).origin, SettingOrigin::FromModel);

        settings.setModelValue(SettingId::TopK, kKey, 5);
        settings.setModelValue(SettingId::Temperature, kKey, 1.5);
        QCOMPARE(settings.modelValue(SettingId::TopK, kKey).origin, SettingOrigin::ChangedByPerson);
        QCOMPARE(settings.modelValue(SettingId::TopK, kKey).resetValue.toInt(), 20);
        QCOMPARE(settings.modelValue(SettingId::TopK, QStringLiteral("other")).value.toInt(), 40);
        settings.resetModelValue(SettingId::TopK, kKey);
        QCOMPARE(settings.modelValue(SettingId::TopK, kKey).origin, SettingOrigin::FromModel);
        settings.resetModelValues(kKey);
        QCOMPARE(settings.modelValue(SettingId::Temperature, kKey).value.toDouble(), 0.6);
    }

    void requestCarriesThem()
    {
        const OwnFolders folders;
        SettingsFile settings(fileIn(folders));
        GenerationRequest request;
        settings.fillRequest(kKey, request);
        QVERIFY(!request.stop.maxTokens);
        QVERIFY(!request.seed);
        settings.setModelValue(SettingId::MaxTokens, kKey, 64);
        settings.setModelValue(SettingId::Seed, kKey, 2147483647LL);
        settings.setModelValue(SettingId::TopP, kKey, 0.5);
        settings.fillRequest(kKey, request);
        QCOMPARE(request.stop.maxTokens, std::optional(64));
        QCOMPARE(request.seed, std::optional<std::uint64_t>(2147483647ULL));
        QCOMPARE(request.sampling.topP, 0.5);
    }

    void requestCarriesBudgetAndOverflowPolicy()
    {
        const OwnFolders folders;
        SettingsFile settings(fileIn(folders));
        GenerationRequest request;
        request.prompt = ChatPrompt {};
        settings.fillRequest(kKey, request);
        QVERIFY(!request.thinkingBudget);
        // As the engine does when nobody says anything.
        QCOMPARE(std::get<ChatPrompt>(request.prompt).overflow, ChatPrompt {}.overflow);
        settings.setModelValue(SettingId::ThinkingBudget, kKey, 512);
        settings.setValue(SettingId::ContextOverflow, QStringLiteral("drop-oldest"));
        settings.fillRequest(kKey, request);
        QCOMPARE(request.thinkingBudget, std::optional(512));
        QCOMPARE(std::get<ChatPrompt>(request.prompt).overflow, OverflowPolicy::DropOldestTurns);
        settings.setValue(SettingId::ContextOverflow, QStringLiteral("truncate middle"));
        QCOMPARE(settings.value(SettingId::ContextOverflow).toString(), QStringLiteral("refuse"));
    }

    void precisionsAreThoseThatTheEngineOffers()
    {
        QStringList values;
        for (const SettingChoice& choice : describeSetting(SettingId::PrecisionName).choices) {
            QVERIFY(parsePrecision(choice.value.toStdString()));
            values << choice.value;
        }
        for (const char* name : { "exact", "int8", "int4" })
            QCOMPARE(values.contains(QLatin1String(name)), parsePrecision(name).has_value());
    }

    void numbersMeanTheSameInEveryLocale()
    {
        const OwnFolders folders;
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany)); // decimal comma
        {
            SettingsFile settings(fileIn(folders));
            settings.setModelValue(SettingId::Temperature, kKey, 1.25);
        }
        QLocale::setDefault(QLocale(QLocale::Korean));
        const SettingsFile settings(fileIn(folders));
        QCOMPARE(settings.modelValue(SettingId::Temperature, kKey).value.toDouble(), 1.25);
        QLocale::setDefault(QLocale::c());
    }

    void changesAreTold()
    {
        const OwnFolders folders;
        SettingsFile settings(fileIn(folders));
        const QSignalSpy changed(&settings, &SettingsStore::changed);
        settings.setValue(SettingId::ThreadCount, 2);
        settings.setValue(SettingId::ThreadCount, 2); // no change
        settings.reset(SettingId::ThreadCount);
        QCOMPARE(changed.size(), 2);
    }

    void folderThatCannotBeWrittenCostsOnlyMemory()
    {
        const OwnFolders folders;
        writeFile(folders.root() / "blocked", "a file");
        SettingsFile settings(folders.root() / "blocked" / "moru.ini");
        QVERIFY(!settings.isWritable());
        settings.setValue(SettingId::Theme, QStringLiteral("dark"));
        QCOMPARE(settings.value(SettingId::Theme).toString(), QStringLiteral("dark"));
    }
};
MORU_TEST(Settings)

#include "settings.moc"
