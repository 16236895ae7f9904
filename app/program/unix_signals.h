#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace moru {

/// Turns SIGINT, SIGTERM and SIGHUP into a Qt signal, so that the program ends as if its window had been
/// closed, only without its question. One object a program. A second signal ends the process at once.
class UnixSignals final : public QObject {
    Q_OBJECT
public:
    explicit UnixSignals(QObject* parent = nullptr);
    ~UnixSignals() override;

signals:
    void endRequested();

private:
    QSocketNotifier* m_notifier = nullptr;
};

} // namespace moru
