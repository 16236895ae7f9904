#pragma once

#include <atomic>
#include <mutex>
#include <stop_token>
#include <thread>

namespace moru::cli {

/// Ctrl+C as a stop token. SIGINT is blocked in every thread and read by one that watches for it, so stopping
/// runs as ordinary code and not inside a signal handler. Make it first in main: threads inherit the block.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Stops at the next Ctrl+C, or already has.
    [[nodiscard]] std::stop_token token();
    /// A fresh token for the next piece of work. A Ctrl+C that came earlier is forgotten.
    [[nodiscard]] std::stop_token begin();
    /// Ctrl+C since `begin` (or since the start).
    [[nodiscard]] bool isRequested() const { return count_.load() > 0; }
    /// How often, since `begin`.
    [[nodiscard]] int count() const { return count_.load(); }
    /// Readable as soon as Ctrl+C was pressed; poll it beside standard input. `begin` makes it quiet again.
    [[nodiscard]] int descriptor() const { return wakeDescriptor_; }
    /// The program ends at once, terminal restored, when Ctrl+C comes this often without a `begin`.
    void endAfter(int presses) { endAfter_ = presses; }

private:
    void watch();

    std::mutex mutex_; ///< Guards source_.
    std::stop_source source_;
    std::atomic<int> count_ = 0;
    std::atomic<int> endAfter_ = 2;
    int signalDescriptor_ = -1;
    int wakeDescriptor_ = -1;
    int quitDescriptor_ = -1;
    std::thread watcher_;
};

} // namespace moru::cli
