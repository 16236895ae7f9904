#pragma once

#include <QByteArray>
#include <QTemporaryDir>

#include <filesystem>
#include <map>
#include <string>

namespace moru::test {

/// A temporary folder with XDG folders inside, named in the environment while the object lives, so that no
/// test sees the person's own files. Its path has Hangul, a space, an emoji and % in it on purpose.
class OwnFolders {
public:
    OwnFolders();
    ~OwnFolders();
    OwnFolders(const OwnFolders&) = delete;
    OwnFolders& operator=(const OwnFolders&) = delete;

    [[nodiscard]] std::filesystem::path root() const { return m_root; }
    [[nodiscard]] std::filesystem::path data() const { return m_root / "data" / "moru"; }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_root;
    std::map<std::string, QByteArray> m_before; // the environment as it was; unset variables have no entry
};

void writeFile(const std::filesystem::path& path, const std::string& bytes);

/// A folder that looks like a model to whoever only lists files.
void makeModelFolder(const std::filesystem::path& folder);

} // namespace moru::test
