#pragma once

#include <QString>

#include <filesystem>

namespace moru {

/// Says that this run of the program is alive, to others on the same database. The system drops the lock when
/// the process ends, however it ends, so an answer whose writer holds no lock was interrupted.
class InstanceLock {
public:
    /// Makes `folder`/<name>.lock and locks it. Without a writable folder there is no lock, and nobody to
    /// tell.
    explicit InstanceLock(std::filesystem::path folder);
    ~InstanceLock();
    InstanceLock(const InstanceLock&) = delete;
    InstanceLock& operator=(const InstanceLock&) = delete;

    [[nodiscard]] const QString& name() const
    {
        return m_name;
    } ///< Unique; kept with each unfinished answer.
    /// Whether the run of this name still lives. Removes the file of one that does not.
    [[nodiscard]] bool isAlive(const QString& name) const;

private:
    std::filesystem::path m_folder;
    QString m_name;
    int m_file = -1;
};

} // namespace moru
