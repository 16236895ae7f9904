#include "app/program/log_file.h"

#include <QDateTime>
#include <QLoggingCategory>

#include <cstdio>
#include <mutex>

#include <fcntl.h>
#include <unistd.h>

namespace moru {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestLog = 1U << 20;

/// Messages come from every thread.
struct Log {
    std::mutex mutex;
    fs::path file;
    int descriptor = -1;
    std::uintmax_t size = 0;
    QtMessageHandler before = nullptr;
};

Log& log()
{
    static Log theLog;
    return theLog;
}

bool openLog(Log& log)
{
    // Appending writes of one line each mix well with those of another run of the program.
    log.descriptor = ::open(log.file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    std::error_code error;
    const std::uintmax_t size = fs::file_size(log.file, error);
    log.size = error ? 0 : size;
    return log.descriptor >= 0;
}

void rotateIfFull(Log& log)
{
    if (log.size < kLargestLog || log.descriptor < 0)
        return;
    ::close(log.descriptor);
    std::error_code error;
    fs::rename(log.file, fs::path(log.file) += ".1", error);
    (void)openLog(log);
}

const char* levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    case QtCriticalMsg:
        return "error";
    case QtFatalMsg:
        return "fatal";
    }
    return "";
}

void write(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    const QByteArray line = QDateTime::currentDateTime().toString(Qt::ISODateWithMs).toLatin1() + ' '
        + levelName(type) + ' ' + message.toUtf8() + '\n';
    Log& target = log();
    const std::lock_guard lock(target.mutex);
    rotateIfFull(target);
    if (target.descriptor >= 0
        && ::write(target.descriptor, line.constData(), static_cast<std::size_t>(line.size())) > 0)
        target.size += static_cast<std::uintmax_t>(line.size());
    if (type != QtDebugMsg && type != QtInfoMsg)
        std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
}

} // namespace

bool startLog(const fs::path& folder)
{
    Log& target = log();
    const std::lock_guard lock(target.mutex);
    std::error_code error;
    fs::create_directories(folder, error);
    target.file = folder / "moru.log";
    const bool isOpen = openLog(target);
    target.before = qInstallMessageHandler(write);
    return isOpen;
}

void stopLog()
{
    Log& target = log();
    const std::lock_guard lock(target.mutex);
    qInstallMessageHandler(target.before);
    if (target.descriptor >= 0)
        ::close(target.descriptor);
    target.descriptor = -1;
}

} // namespace moru
