#include "app/interfaces/window_services.h"
#include "app/program/command_line.h"
#include "app/program/event_loop_watch.h"
#include "app/program/language_switch.h"
#include "app/program/log_file.h"
#include "app/program/program.h"
#include "app/program/unix_signals.h"
#include "app/types/path_text.h"
#include "app/worker/local_engine.h"
#include "ui/windows/main_window.h"

#include <QApplication>

#include <cstdio>
#include <cstdlib>

namespace {

// Stop is heard within a token or a chunk of the prompt; longer than this only a dead disk takes.
constexpr std::chrono::seconds kPatienceAtTheEnd { 5 };
#ifndef NDEBUG
constexpr std::chrono::milliseconds kLongestStall { 100 };
#endif

} // namespace

int main(int argc, char** argv)
{
    using namespace moru;
    const CommandLine commandLine = CommandLine::parse({ argv + 1, argv + argc });
    if (commandLine.wantsHelp || commandLine.wantsVersion) {
        std::fputs((commandLine.wantsHelp ? helpText() : versionText()).c_str(), stdout);
        return 0;
    }
    if (!commandLine.mistake.empty()) {
        std::fprintf(stderr, "moru: %s\n%s", commandLine.mistake.c_str(), helpText().c_str());
        return 2;
    }

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("moru"));
    QApplication::setApplicationDisplayName(QStringLiteral("Moru"));
    QApplication::setDesktopFileName(QStringLiteral("org.moru.Moru"));

    const DataPlaces places = DataPlaces::fromEnvironment();
    const bool isLogged = startLog(places.state);
    auto program = std::make_unique<ProgramServices>(
        places, ModelPlaces::fromEnvironment(), std::make_unique<LocalEngine>());
    if (!isLogged)
        program->notices().post(
            { NoticeKind::LogNotWritable, pathText(places.state), {}, QDateTime::currentDateTime() });
    const LanguageSwitch language(program->settings());
    const UnixSignals unixSignals;
    bool hasLeft = false;
    int status = 0;
    {
        MainWindow window(program->services());
        // Not quit(): that would let the window ask whether an answer may be stopped.
        QObject::connect(&unixSignals, &UnixSignals::endRequested, &window, [&window] {
            window.keepState();
            QCoreApplication::exit(0);
        });
        window.show();
        program->start(commandLine.model);
#ifndef NDEBUG
        const EventLoopWatch watch(
            application, kLongestStall, [] { qWarning("the window does not answer"); });
#endif
        status = QApplication::exec();
        window.hide(); // the end may take a moment; the person need not watch it
        hasLeft = program->shutDown(kPatienceAtTheEnd);
    }
    if (!hasLeft) {
        // Everything is stored. Destroying objects that the engine's thread still uses would crash instead.
        stopLog();
        std::_Exit(status);
    }
    program.reset();
    stopLog();
    return status;
}
