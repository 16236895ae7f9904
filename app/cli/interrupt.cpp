#include "app/cli/interrupt.h"

#include <cerrno>
#include <csignal>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

namespace moru::cli {

namespace {

/// The terminal as it was found, for an end without destructors.
struct TerminalState {
    bool known = false;
    termios state {};

    TerminalState()
        : known(::tcgetattr(STDIN_FILENO, &state) == 0)
    {
    }
    void restore() const
    {
        if (known)
            ::tcsetattr(STDIN_FILENO, TCSANOW, &state);
    }
};

const TerminalState& initialTerminal()
{
    static const TerminalState state;
    return state;
}

constexpr int kInterruptedStatus = 130;

} // namespace

Interrupt::Interrupt()
{
    (void)initialTerminal();
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    signalDescriptor_ = ::signalfd(-1, &set, SFD_CLOEXEC);
    wakeDescriptor_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    quitDescriptor_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    watcher_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt()
{
    const std::uint64_t one = 1;
    (void)!::write(quitDescriptor_, &one, sizeof one);
    watcher_.join();
    ::close(signalDescriptor_);
    ::close(wakeDescriptor_);
    ::close(quitDescriptor_);
}

std::stop_token Interrupt::token()
{
    const std::lock_guard lock(mutex_);
    return source_.get_token();
}

std::stop_token Interrupt::begin()
{
    const std::lock_guard lock(mutex_);
    count_ = 0;
    std::uint64_t seen = 0;
    (void)!::read(wakeDescriptor_, &seen, sizeof seen);
    source_ = std::stop_source();
    return source_.get_token();
}

void Interrupt::watch()
{
    while (true) {
        pollfd descriptors[] = { { signalDescriptor_, POLLIN, 0 }, { quitDescriptor_, POLLIN, 0 } };
        if (::poll(descriptors, 2, -1) < 0) {
            if (errno == EINTR)
                continue;
            return;
        }
        if (descriptors[1].revents)
            return;
        signalfd_siginfo info {};
        if (::read(signalDescriptor_, &info, sizeof info) != sizeof info)
            continue;
        const std::lock_guard lock(mutex_);
        if (++count_ >= endAfter_) {
            initialTerminal().restore();
            ::_exit(kInterruptedStatus);
        }
        const std::uint64_t one = 1;
        (void)!::write(wakeDescriptor_, &one, sizeof one);
        source_.request_stop();
    }
}

} // namespace moru::cli
