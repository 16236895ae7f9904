#include "app/cli/run.h"

#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <langinfo.h>
#include <unistd.h>

namespace {

/// Lines are edited by characters, so the locale must know UTF-8, which "C" does not. Numbers stay in C
/// locale.
void useUtf8Characters()
{
    constexpr const char* kUtf8 = "C.UTF-8";
    std::setlocale(LC_CTYPE, "");
    if (std::string_view(::nl_langinfo(CODESET)) == "UTF-8")
        return;
    std::setlocale(LC_CTYPE, kUtf8);
    ::setenv("LC_ALL", kUtf8, 1); // readline reads the environment again
}

/// A standard descriptor that was closed would be given to what is opened next, a signal's say, which then
/// would be read as if it were typed. It is opened the wrong way round instead, so that using it is an error.
void takeClosedDescriptors()
{
    for (const int descriptor : { STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO }) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            (void)!::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

} // namespace

int main(int argc, char** argv)
{
    takeClosedDescriptors();
    // A reader that goes away is an error of writing, reported like any other, not a death.
    std::signal(SIGPIPE, SIG_IGN);
    useUtf8Characters();
    const std::vector<std::string> words(argv + 1, argv + argc);
    return static_cast<int>(moru::cli::run(words));
}
