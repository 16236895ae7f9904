#pragma once

#include <QCoreApplication>

namespace moru::test {

/// Tells the thread sanitizer that events pass from thread to thread in order. Debian's Qt is not built for
/// it and guards its event queues with futexes, so that every value in a queued signal would look like a
/// race. What a thread did before it made an event is known to whoever takes one; that it takes another's too
/// makes some races invisible, none of those inside one job. Without the sanitizer a plain application.
class WatchedApplication final : public QCoreApplication {
public:
    WatchedApplication(int& argc, char** argv);
    bool notify(QObject* receiver, QEvent* event) override;
};

} // namespace moru::test
