#pragma once

#include <QTest>

#include <filesystem>
#include <functional>
#include <optional>

namespace moru::test {

/// Registers a test class under its name; use MORU_TEST, once a class, at the end of its file.
struct Registration {
    Registration(const char* name, std::function<QObject*()> make);
};

/// Folder with goldens, tokenizers and tools: $MORU_SHARED_DIR, else ../shared beside the source tree.
/// Unset where it is not there; tests that need it then skip and say so.
[[nodiscard]] std::optional<std::filesystem::path> sharedFolder();

/// Folder with the small real models: $MORU_MODELS_DIR, else where packaging/get-small-models.sh puts them.
[[nodiscard]] std::filesystem::path modelsFolder();

} // namespace moru::test

/// Makes a test class known to the program's main. The class is a QObject; its private slots are claims.
#define MORU_TEST(Class)                                                                                     \
    static const ::moru::test::Registration register##Class { #Class,                                        \
        [] { return static_cast<QObject*>(new Class); } };

/// Skips, aloud, a test that needs ../shared when it is not there.
#define MORU_NEED_SHARED()                                                                                   \
    const auto shared = ::moru::test::sharedFolder();                                                        \
    if (!shared) {                                                                                           \
        QSKIP("../shared is not here; set MORU_SHARED_DIR to run this test");                                \
    }
