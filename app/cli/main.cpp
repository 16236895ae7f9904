#include "app/cli/run.h"

#include <clocale>
#include <csignal>
#include <string>
#include <vector>

int main(int argc, char** argv)
{
    // A reader that goes away is an error of writing, reported like any other, not a death.
    std::signal(SIGPIPE, SIG_IGN);
    // Which bytes are one character, for editing lines. Numbers stay in C locale.
    std::setlocale(LC_CTYPE, "");
    const std::vector<std::string> words(argv + 1, argv + argc);
    return static_cast<int>(moru::cli::run(words));
}
