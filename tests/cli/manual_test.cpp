#include "app/cli/manual.h"

#include "tests/support/test_main.h"

#include <set>

using namespace moru::cli;

class CliManual : public QObject {
    Q_OBJECT
private slots:
    void everyCommandHasItsLineAndItsPage()
    {
        const std::string overview = manualOverview();
        for (const Command* command : allCommands()) {
            QVERIFY2(
                overview.find("  " + std::string(command->name)) != std::string::npos, command->name.data());
            const std::string page = manualPage(*command);
            QVERIFY2(page.starts_with("usage: moru-cli " + std::string(command->name)), command->name.data());
            QVERIFY2(!command->examples.empty(), command->name.data());
        }
    }

    void everyOptionIsShownWithItsDefault()
    {
        for (const Command* command : allCommands()) {
            const std::string page = manualPage(*command);
            for (const OptionTable table : command->options) {
                for (const Option& option : table) {
                    QVERIFY2(
                        page.find("--" + std::string(option.name)) != std::string::npos, option.name.data());
                    QVERIFY2(!option.help.empty(), option.name.data());
                    if (option.kind == OptionKind::Flag)
                        continue;
                    const std::string_view words
                        = option.fallback.empty() ? option.fallbackWords : option.fallback;
                    QVERIFY2(!words.empty(), option.name.data());
                    const std::string firstWord(words.substr(0, words.find(' ')));
                    QVERIFY2(page.find("Default: ") != std::string::npos, option.name.data());
                    QVERIFY2(page.find(firstWord) != std::string::npos, option.name.data());
                }
            }
        }
    }

    void noSpellingOfAnOptionMeansTwoThings()
    {
        for (const Command* command : allCommands()) {
            std::set<std::string> spellings;
            for (const OptionTable table : command->options) {
                for (const Option& option : table) {
                    QStringList words { "--"
                        + QString::fromUtf8(option.name.data(), qsizetype(option.name.size())) };
                    words += QString::fromUtf8(option.aliases.data(), qsizetype(option.aliases.size()))
                                 .split(' ', Qt::SkipEmptyParts);
                    for (const QString& word : words)
                        QVERIFY2(spellings.insert(word.toStdString()).second, qPrintable(word));
                }
            }
        }
    }

    void defaultsAreValuesThatTheOptionAccepts()
    {
        for (const Command* command : allCommands()) {
            for (const OptionTable table : command->options) {
                for (const Option& option : table) {
                    if (option.fallback.empty())
                        continue;
                    const std::vector<std::string> words { "--" + std::string(option.name),
                        std::string(option.fallback) };
                    QVERIFY2(Arguments::parse(words, command->options), option.name.data());
                }
            }
        }
    }

    void commandsOfLaterVersionsAreNotListed()
    {
        for (const std::string_view name : { "image", "compile", "get", "cache", "serve" })
            QVERIFY(!findCommand(name));
    }
};

MORU_TEST(CliManual)
#include "manual_test.moc"
