#include "app/chats/instance_lock.h"

#include <QUuid>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

namespace moru {

namespace {

namespace fs = std::filesystem;

fs::path lockFile(const fs::path& folder, const QString& name)
{
    return folder / (name.toStdString() + ".lock");
}

/// The name comes out of the database and becomes a part of a path.
bool isPlainName(const QString& name)
{
    return !name.isEmpty()
        && std::ranges::all_of(name, [](QChar c) { return c.isLetterOrNumber() || c == u'-'; });
}

} // namespace

InstanceLock::InstanceLock(fs::path folder)
    : m_folder(std::move(folder))
    , m_name(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    std::error_code error;
    fs::create_directories(m_folder, error);
    m_file = ::open(lockFile(m_folder, m_name).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (m_file >= 0)
        (void)::flock(m_file, LOCK_EX | LOCK_NB); // the name is unique: nobody else can hold it
}

InstanceLock::~InstanceLock()
{
    if (m_file < 0)
        return;
    std::error_code error;
    fs::remove(lockFile(m_folder, m_name), error);
    ::close(m_file);
}

bool InstanceLock::isAlive(const QString& name) const
{
    if (name == m_name)
        return true;
    if (!isPlainName(name))
        return false;
    const fs::path path = lockFile(m_folder, name);
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool isFree = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    if (isFree) {
        std::error_code error;
        fs::remove(path, error);
    }
    ::close(file);
    return !isFree;
}

} // namespace moru
