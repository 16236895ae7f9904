#include "app/cli/progress.h"

#include <algorithm>

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

namespace moru::cli {

namespace {

constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr auto kLineInterval = std::chrono::seconds(5); // a log should not fill with progress
constexpr int kBarWidth = 24;

int percentOf(std::uint64_t done, std::uint64_t total)
{
    return total == 0
        ? 0
        : static_cast<int>(100.0 * static_cast<double>(std::min(done, total)) / static_cast<double>(total));
}

int terminalWidth()
{
    winsize size {};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

std::string progressLine(std::string_view what, std::uint64_t done, std::uint64_t total, int width)
{
    if (total == 0)
        return fmt::format("{} …", what);
    const int percent = percentOf(done, total);
    std::string bar;
    const int filled = percent * kBarWidth / 100;
    for (int i = 0; i < kBarWidth; ++i)
        bar += i < filled ? "█" : "░";
    // Without room for the bar the figure alone still says enough.
    const bool fits = static_cast<int>(what.size()) + kBarWidth + 10 <= width;
    return fits ? fmt::format("{}  {}  {} %", what, bar, percent) : fmt::format("{} %", percent);
}

Progress::Progress(const Output& output)
    : quiet_(output.isQuiet())
    , isTerminal_(::isatty(STDERR_FILENO) == 1)
{
}

void Progress::show(std::string_view what, std::uint64_t done, std::uint64_t total)
{
    if (quiet_)
        return;
    const bool isNewPhase = what != phase_;
    const auto now = Clock::now();
    if (!isNewPhase && now - lastShown_ < (isTerminal_ ? Clock::duration(kRedrawInterval) : kLineInterval))
        return;
    phase_ = what;
    lastShown_ = now;
    if (isTerminal_) {
        (void)writeAll(STDERR_FILENO, "\r\033[K" + progressLine(what, done, total, terminalWidth()));
        drawn_ = true;
    } else {
        const std::string line = total == 0 || isNewPhase
            ? std::string(what)
            : fmt::format("{} {} %", what, percentOf(done, total));
        (void)writeAll(STDERR_FILENO, line + "\n");
    }
}

void Progress::clear()
{
    if (drawn_)
        (void)writeAll(STDERR_FILENO, "\r\033[K");
    drawn_ = false;
    phase_.clear();
}

} // namespace moru::cli
