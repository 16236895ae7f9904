#include "tests/app/own_folders.h"

#include <array>
#include <fstream>

namespace moru::test {

namespace {

namespace fs = std::filesystem;

struct Variable {
    const char* name;
    const char* folder; // nullptr: unset
};

constexpr std::array kVariables {
    Variable { "HOME", "home" },
    Variable { "XDG_CONFIG_HOME", "config" },
    Variable { "XDG_DATA_HOME", "data" },
    Variable { "XDG_STATE_HOME", "state" },
    Variable { "XDG_CACHE_HOME", "cache" },
    Variable { "HF_HUB_CACHE", nullptr },
    Variable { "HUGGINGFACE_HUB_CACHE", nullptr },
    Variable { "HF_HOME", nullptr },
    Variable { "MORU_MODELS_DIR", nullptr },
};

} // namespace

OwnFolders::OwnFolders()
    : m_root(fs::path(m_folder.path().toStdString()) / "한글 폴더 🦙 100%")
{
    fs::create_directories(m_root);
    for (const Variable& variable : kVariables) {
        if (qEnvironmentVariableIsSet(variable.name))
            m_before[variable.name] = qgetenv(variable.name);
        if (variable.folder)
            qputenv(variable.name, QByteArray::fromStdString((m_root / variable.folder).string()));
        else
            qunsetenv(variable.name);
    }
}

OwnFolders::~OwnFolders()
{
    for (const Variable& variable : kVariables) {
        const auto before = m_before.find(variable.name);
        if (before == m_before.end())
            qunsetenv(variable.name);
        else
            qputenv(variable.name, before->second);
    }
}

void writeFile(const fs::path& path, const std::string& bytes)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

void makeModelFolder(const fs::path& folder)
{
    writeFile(folder / "config.json", "{}");
    writeFile(folder / "tokenizer.json", "{}");
    writeFile(folder / "model.safetensors", "");
}

} // namespace moru::test
