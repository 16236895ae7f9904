#include "engine/api/error.h"

#include "tests/support/test_main.h"

#include <set>

using namespace moru;

class Errors : public QObject {
    Q_OBJECT
private slots:
    void everyCodeHasItsOwnNameForScripts();
    void everyCodeSaysWhatHelps();
    void descriptionStartsWithThePlace();
};

void Errors::everyCodeHasItsOwnNameForScripts()
{
    std::set<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
        const std::string_view name = errorCodeName(static_cast<ErrorCode>(i));
        QVERIFY(!name.empty());
        QVERIFY(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
        QVERIFY2(names.insert(name).second, std::string(name).c_str());
    }
    QCOMPARE(std::string(errorCodeName(ErrorCode::MissingShard)), std::string("missing_shard"));
}

void Errors::everyCodeSaysWhatHelps()
{
    for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
        const std::string_view help = errorCodeHelp(static_cast<ErrorCode>(i));
        QVERIFY(help.size() > 10 && help.ends_with('.'));
    }
}

void Errors::descriptionStartsWithThePlace()
{
    const Result<int> failed = failure(ErrorCode::Truncated, "a.safetensors", "{} bytes, needs {}", 3, 8);
    QCOMPARE(describe(failed.error()), std::string("a.safetensors: 3 bytes, needs 8"));
    QCOMPARE(describe({ ErrorCode::Cancelled, "Stopped", "" }), std::string("Stopped"));
}

MORU_TEST(Errors)
#include "error_test.moc"
