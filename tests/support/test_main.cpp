#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QStringList>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace moru::test {

namespace {

struct Entry {
    QByteArray name;
    std::function<QObject*()> make;
};

std::vector<Entry>& entries()
{
    static std::vector<Entry> list;
    return list;
}

} // namespace

Registration::Registration(const char* name, std::function<QObject*()> make)
{
    entries().push_back({ name, std::move(make) });
}

std::optional<std::filesystem::path> sharedFolder()
{
    namespace fs = std::filesystem;
    const char* given = std::getenv("MORU_SHARED_DIR");
    const fs::path folder = given ? fs::path(given) : fs::path(MORU_SOURCE_DIR).parent_path() / "shared";
    std::error_code ignored;
    if (!fs::is_directory(folder / "goldens", ignored))
        return std::nullopt;
    return folder;
}

std::filesystem::path modelsFolder()
{
    namespace fs = std::filesystem;
    if (const char* given = std::getenv("MORU_MODELS_DIR"))
        return given;
    if (const char* data = std::getenv("XDG_DATA_HOME"))
        return fs::path(data) / "moru" / "models";
    const char* home = std::getenv("HOME");
    return fs::path(home ? home : "/") / ".local/share/moru/models";
}

/// usage: test_x [Class …] [-- Qt Test options]; without a class all of them run.
/// A test of a window defines MORU_TEST_WITH_WINDOW's application itself (tests/ui).
int runAll(int argc, char** argv)
{
    QStringList wanted;
    QStringList options { QString::fromLocal8Bit(argv[0]) };
    bool after = false;
    for (int i = 1; i < argc; ++i) {
        const QString argument = QString::fromLocal8Bit(argv[i]);
        if (argument == QLatin1String("--"))
            after = true;
        else if (after || argument.startsWith(QLatin1Char('-')))
            options << argument;
        else
            wanted << argument;
    }
    int failed = 0;
    int run = 0;
    for (const Entry& entry : entries()) {
        if (!wanted.isEmpty() && !wanted.contains(QString::fromLatin1(entry.name)))
            continue;
        const std::unique_ptr<QObject> test(entry.make());
        failed += QTest::qExec(test.get(), options) != 0;
        ++run;
    }
    if (run == 0) {
        std::fprintf(stderr, "no such test class\n");
        return 2;
    }
    return failed ? 1 : 0;
}

} // namespace moru::test
