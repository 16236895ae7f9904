#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

#include <QFile>

#include <csignal>
#include <cstdlib>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

using moru::test::CliHome;

namespace {

/// moru-cli on a terminal of its own, as a person has it.
class Terminal {
public:
    Terminal(const CliHome& home, const std::vector<std::string>& arguments, const char* locale)
    {
        winsize size { .ws_row = 40, .ws_col = 120, .ws_xpixel = 0, .ws_ypixel = 0 };
        process_ = ::forkpty(&screen_, nullptr, nullptr, &size);
        if (process_ != 0)
            return;
        ::setenv("XDG_STATE_HOME", home.folder().c_str(), 1);
        ::setenv("TERM", "xterm", 1);
        ::setenv("LC_ALL", locale, 1);
        ::setenv("NO_COLOR", "1", 1);
        std::vector<char*> words { const_cast<char*>(MORU_CLI_PATH) };
        for (const std::string& argument : arguments)
            words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);
        ::execv(MORU_CLI_PATH, words.data());
        ::_exit(127);
    }

    ~Terminal()
    {
        ::kill(process_, SIGKILL);
        (void)exitCode();
        ::close(screen_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void type(std::string_view keys) { (void)!::write(screen_, keys.data(), keys.size()); }

    /// Waits until the text has appeared since the last call; what was shown up to then is forgotten.
    bool shows(std::string_view text)
    {
        constexpr int kPatienceMs = 20'000;
        while (true) {
            if (const auto found = seen_.find(text); found != std::string::npos) {
                seen_.erase(0, found + text.size());
                return true;
            }
            pollfd descriptor { screen_, POLLIN, 0 };
            if (::poll(&descriptor, 1, kPatienceMs) != 1)
                return false;
            char piece[4096];
            const ssize_t count = ::read(screen_, piece, sizeof piece);
            if (count <= 0) {
                gone_ = true; // the terminal's other end is closed
                return false;
            }
            seen_.append(piece, static_cast<std::size_t>(count));
        }
    }

    /// Reads what is still shown until the program has gone; one that stays is ended, and that is -1.
    int exitCode()
    {
        if (!ended_ && shows("\xff no program shows this"))
            return -1;
        int status = 0;
        if (!ended_ && !gone_)
            ::kill(process_, SIGKILL);
        if (!ended_ && ::waitpid(process_, &status, 0) == process_)
            code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        ended_ = true;
        return code_;
    }

private:
    pid_t process_ = -1;
    int screen_ = -1;
    std::string seen_;
    bool gone_ = false;
    bool ended_ = false;
    int code_ = -1;
};

constexpr const char* kBackspace = "\x7f";
constexpr const char* kControlC = "\x03";
constexpr const char* kControlD = "\x04";
constexpr const char* kUp = "\x1b[A";

} // namespace

#define NEED_CHAT_MODEL()                                                                                    \
    const std::string model = (moru::test::modelsFolder() / "smollm2-135m-instruct").string();               \
    if (!QFile::exists(QString::fromStdString(model + "/model.safetensors")))                                \
    QSKIP("the small real models are not here; run packaging/get-small-models.sh")

/// Chat as it is on a terminal: editing, history, Ctrl+C.
class CliTerminal : public QObject {
    Q_OBJECT
private slots:
    void backspaceTakesAWholeSyllable_data()
    {
        QTest::addColumn<QByteArray>("locale");
        QTest::newRow("UTF-8") << QByteArray("C.UTF-8");
        QTest::newRow("C") << QByteArray("C");
    }
    void backspaceTakesAWholeSyllable()
    {
        NEED_CHAT_MODEL();
        QFETCH(QByteArray, locale);
        const CliHome home;
        Terminal terminal(home, { "chat", model }, locale.constData());
        QVERIFY(terminal.shows("> "));
        terminal.type("/system 안녕친구");
        terminal.type(std::string(kBackspace) + kBackspace + "\r");
        QVERIFY(terminal.shows("System text: 안녕\r\n"));
        QVERIFY(terminal.shows("> ")); // before that the key would belong to no line
        terminal.type(kControlD);
        QCOMPARE(terminal.exitCode(), 0);
    }

    void historyOutlivesTheProgram()
    {
        NEED_CHAT_MODEL();
        const CliHome home;
        for (int time = 0; time < 2; ++time) {
            Terminal terminal(home, { "chat", model }, "C.UTF-8");
            QVERIFY(terminal.shows("> "));
            terminal.type(time == 0 ? "/system first\r" : std::string(kUp) + "\r");
            QVERIFY(terminal.shows("System text: first\r\n"));
            QVERIFY(terminal.shows("> ")); // before that the key would belong to no line
            terminal.type(kControlD);
            QCOMPARE(terminal.exitCode(), 0);
        }
        const auto permissions = std::filesystem::status(home.folder() / "moru/chat_history").permissions();
        QCOMPARE(int(permissions) & 077, 0); // nobody else reads what was typed
    }

    void controlCDropsTheLineAndTwiceLeaves()
    {
        NEED_CHAT_MODEL();
        const CliHome home;
        Terminal terminal(home, { "chat", model }, "C.UTF-8");
        QVERIFY(terminal.shows("> "));
        terminal.type("/system lost");
        QVERIFY(terminal.shows("lost"));
        terminal.type(kControlC);
        QVERIFY(terminal.shows("once more leaves"));
        QVERIFY(terminal.shows("> "));
        terminal.type("/system\r"); // one line in between, so the next press counts from one again
        QVERIFY(terminal.shows("There is no system text."));
        QVERIFY(terminal.shows("> "));
        terminal.type(kControlC);
        QVERIFY(terminal.shows("once more leaves"));
        QVERIFY(terminal.shows("> "));
        terminal.type(kControlC);
        QCOMPARE(terminal.exitCode(), 130);
    }

    void controlCStopsTheAnswerAndTheChatGoesOn()
    {
        NEED_CHAT_MODEL();
        const CliHome home;
        Terminal terminal(home, { "chat", model, "--seed", "1" }, "C.UTF-8");
        QVERIFY(terminal.shows("> "));
        terminal.type("Write a very long story about the sea.\r");
        QVERIFY(terminal.shows("sea.\r\n"));
        QVERIFY(terminal.shows(" ")); // the answer has begun
        terminal.type(kControlC);
        QVERIFY(terminal.shows("cancelled"));
        QVERIFY(terminal.shows("> "));
        terminal.type("/quit\r");
        QCOMPARE(terminal.exitCode(), 0);
    }
};

MORU_TEST(CliTerminal)
#include "terminal_test.moc"
