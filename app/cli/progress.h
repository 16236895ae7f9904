#pragma once

#include "app/cli/output.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace moru::cli {

/// How far a piece of work is, on standard error: a bar that redraws itself on a terminal, now and then a
/// plain line otherwise, nothing with --quiet. The bar is erased when the work ends.
class Progress {
public:
    explicit Progress(const Output& output);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `total` 0: not known yet. `what` names the phase; a new one is shown at once.
    void show(std::string_view what, std::uint64_t done, std::uint64_t total);
    /// Removes the bar from the terminal; `show` brings it back.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool quiet_;
    bool isTerminal_;
    bool drawn_ = false;
    std::string phase_;
    Clock::time_point lastShown_ {};
};

/// The bar's line, at most `width` columns: "Reading weights  ████░░  42 %".
[[nodiscard]] std::string progressLine(
    std::string_view what, std::uint64_t done, std::uint64_t total, int width);

} // namespace moru::cli
