#include "app/program/unix_signals.h"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace moru {

namespace {

constexpr std::array kSignals { SIGINT, SIGTERM, SIGHUP };

// A handler may only do what is async-signal-safe: write a byte into a pipe that the event loop reads.
int pipeEnds[2] = { -1, -1 };

void handleSignal(int number)
{
    const int savedErrno = errno;
    const char byte = 1;
    (void)!::write(pipeEnds[1], &byte, 1);
    std::signal(number, SIG_DFL); // whoever asks twice does not want to wait
    errno = savedErrno;
}

} // namespace

UnixSignals::UnixSignals(QObject* parent)
    : QObject(parent)
{
    if (::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // then a signal ends the process the hard way, which costs at most a second of an answer
    m_notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        char bytes[8];
        (void)!::read(pipeEnds[0], bytes, sizeof bytes);
        emit endRequested();
    });
    for (const int number : kSignals)
        std::signal(number, handleSignal);
}

UnixSignals::~UnixSignals()
{
    for (const int number : kSignals)
        std::signal(number, SIG_DFL);
    delete m_notifier;
    for (int& end : pipeEnds) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

} // namespace moru
