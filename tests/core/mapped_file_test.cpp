#include "engine/core/mapped_file.h"

#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <atomic>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
using moru::ErrorCode;
using moru::MappedFile;

namespace {

constexpr int kExitOfEarlierHandler = 42;
constexpr std::size_t kPage = 4096;

// Stands for a program that has its own SIGBUS handler before Moru maps its first file.
void earlierHandler(int, siginfo_t*, void*)
{
    ::_exit(kExitOfEarlierHandler);
}

// Both happen before main. Qt Test then puts a handler of its own above, which initTestCase takes away again.
const struct sigaction guardAction = [] {
    struct sigaction action {};
    action.sa_sigaction = earlierHandler;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, &action, nullptr);
    static_cast<void>(MappedFile::open("/proc/self/exe"));
    ::sigaction(SIGBUS, nullptr, &action);
    return action;
}();

unsigned sum(std::span<const std::byte> bytes)
{
    unsigned total = 0;
    for (const std::byte byte : bytes)
        total += static_cast<unsigned>(byte);
    return total;
}

/// How a child process that runs `work` ends.
template <typename Work> int exitStatusOfChild(Work work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

} // namespace

class MappedFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path write(const char* name, std::size_t size)
    {
        const fs::path path = fs::path(folder_.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << std::string(size, '\1');
        return path;
    }

private slots:
    void initTestCase() { QCOMPARE(::sigaction(SIGBUS, &guardAction, nullptr), 0); }
    void showsTheBytesOfTheFile();
    void emptyFileHasNoBytes();
    void saysWhyAFileCannotBeMapped();
    void truncatedFileReadsAsZerosAndIsDamaged();
    void fileCutInsideItsLastPageIsDamaged();
    void damageStaysWithItsOwnFile();
    void severalThreadsSurviveATruncation();
    void mappingAfterADamagedOneIsSound();
    void otherFaultsGoToTheEarlierHandler();
    void signalsFromOtherProcessesGoToTheEarlierHandler();
};

void MappedFileTest::showsTheBytesOfTheFile()
{
    const auto file = MappedFile::open(write("한글 %1 file", 5000));
    QVERIFY(file);
    QCOMPARE((*file)->bytes().size(), std::size_t { 5000 });
    QCOMPARE(sum((*file)->bytes()), 5000U);
    QVERIFY((*file)->damage());
}

void MappedFileTest::emptyFileHasNoBytes()
{
    const auto file = MappedFile::open(write("empty", 0));
    QVERIFY(file);
    QVERIFY((*file)->bytes().empty());
    QVERIFY((*file)->damage());
}

void MappedFileTest::saysWhyAFileCannotBeMapped()
{
    const fs::path base = folder_.path().toStdString();
    QVERIFY(MappedFile::open(base / "nothing").error().code == ErrorCode::FileNotFound);
    QVERIFY(MappedFile::open(base).error().code == ErrorCode::ReadFailed);
    const fs::path pipe = base / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const auto refused = MappedFile::open(pipe);
    QVERIFY(refused.error().code == ErrorCode::ReadFailed);
    QCOMPARE(refused.error().where, pipe.string());
    if (::geteuid() != 0) { // root may read everything
        const fs::path secret = write("secret", 10);
        fs::permissions(secret, fs::perms::none);
        QVERIFY(MappedFile::open(secret).error().code == ErrorCode::PermissionDenied);
    }
}

void MappedFileTest::truncatedFileReadsAsZerosAndIsDamaged()
{
    const fs::path path = write("shrinks", 64 * kPage);
    const auto file = MappedFile::open(path);
    QVERIFY(file);
    QCOMPARE(::truncate(path.c_str(), kPage), 0);
    QCOMPARE(sum((*file)->bytes()), static_cast<unsigned>(kPage));
    QCOMPARE(::truncate(path.c_str(), 64 * kPage), 0); // growing again does not heal what was read
    const auto damage = (*file)->damage();
    QVERIFY(!damage);
    QVERIFY(damage.error().code == ErrorCode::FileChanged);
    QCOMPARE(damage.error().where, path.string());
}

void MappedFileTest::fileCutInsideItsLastPageIsDamaged()
{
    const fs::path path = write("cut", kPage + 100);
    const auto file = MappedFile::open(path);
    QVERIFY(file);
    QCOMPARE(::truncate(path.c_str(), kPage + 50), 0);
    QVERIFY((*file)->damage().error().code == ErrorCode::FileChanged);
}

void MappedFileTest::damageStaysWithItsOwnFile()
{
    const fs::path broken = write("broken", 4 * kPage);
    const auto first = MappedFile::open(write("before", 4 * kPage));
    const auto middle = MappedFile::open(broken);
    const auto last = MappedFile::open(write("after", 4 * kPage));
    QVERIFY(first && middle && last);
    QCOMPARE(::truncate(broken.c_str(), 0), 0);
    QCOMPARE(sum((*middle)->bytes()), 0U);
    QVERIFY(!(*middle)->damage());
    QVERIFY((*first)->damage());
    QVERIFY((*last)->damage());
    QCOMPARE(sum((*last)->bytes()), static_cast<unsigned>(4 * kPage));
}

void MappedFileTest::severalThreadsSurviveATruncation()
{
    constexpr std::size_t pages = 256;
    const fs::path path = write("threads", pages * kPage);
    const auto file = MappedFile::open(path);
    QVERIFY(file);
    std::atomic<int> started { 0 };
    std::atomic<int> sawDamage { 0 };
    std::vector<std::jthread> readers;
    for (int i = 0; i < 4; ++i) {
        readers.emplace_back([&] {
            ++started;
            while ((*file)->damage()) // the truncation ends every one of them
                static_cast<void>(sum((*file)->bytes()));
            static_cast<void>(sum((*file)->bytes())); // all four fault on the same pages
            ++sawDamage;
        });
    }
    // Others map and unmap meanwhile: the table changes under the handler.
    readers.emplace_back([&] {
        const fs::path other = path.parent_path() / "other";
        std::ofstream(other) << "x";
        while ((*file)->damage())
            static_cast<void>(MappedFile::open(other));
    });
    while (started < 4)
        std::this_thread::yield();
    QCOMPARE(::truncate(path.c_str(), kPage), 0);
    readers.clear();
    QCOMPARE(sawDamage.load(), 4);
    QCOMPARE(sum((*file)->bytes()), static_cast<unsigned>(kPage));
}

void MappedFileTest::mappingAfterADamagedOneIsSound()
{
    const fs::path path = write("again", 4 * kPage);
    {
        const auto file = MappedFile::open(path);
        QVERIFY(file);
        QCOMPARE(::truncate(path.c_str(), 0), 0);
        QCOMPARE(sum((*file)->bytes()), 0U);
        QVERIFY(!(*file)->damage());
    }
    const auto file = MappedFile::open(write("again", 4 * kPage));
    QVERIFY(file);
    QVERIFY((*file)->damage());
}

void MappedFileTest::otherFaultsGoToTheEarlierHandler()
{
    QVERIFY(guardAction.sa_sigaction != earlierHandler);
    const auto registered = MappedFile::open(write("registered", kPage));
    QVERIFY(registered);
    const int descriptor = ::memfd_create("foreign", 0);
    QCOMPARE(::ftruncate(descriptor, kPage), 0);
    auto* foreign = static_cast<volatile char*>(::mmap(nullptr, kPage, PROT_READ, MAP_SHARED, descriptor, 0));
    QCOMPARE(::ftruncate(descriptor, 0), 0);
    const int status = exitStatusOfChild([&] { static_cast<void>(*foreign); });
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), kExitOfEarlierHandler);
    ::munmap(const_cast<char*>(foreign), kPage);
    ::close(descriptor);
}

void MappedFileTest::signalsFromOtherProcessesGoToTheEarlierHandler()
{
    const auto registered = MappedFile::open(write("registered", kPage));
    QVERIFY(registered);
    const int status = exitStatusOfChild([] { ::kill(::getpid(), SIGBUS); });
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), kExitOfEarlierHandler);
}

MORU_TEST(MappedFileTest)
#include "mapped_file_test.moc"
