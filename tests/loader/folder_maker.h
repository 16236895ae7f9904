#pragma once

#include <QTemporaryDir>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace moru::test {

/// A folder of its own for one test function, with helpers that write (also damaged) files into it.
class FolderMaker {
public:
    [[nodiscard]] std::filesystem::path path() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::filesystem::path path(std::string_view name) const { return path() / name; }

    std::filesystem::path write(std::string_view name, std::string_view bytes) const
    {
        // A new file each time: ext4 flushes a file that is truncated and written again, which takes
        // milliseconds.
        std::filesystem::remove(path(name));
        std::ofstream(path(name), std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path(name);
    }

    [[nodiscard]] std::string read(std::string_view name) const
    {
        std::ifstream file(path(name), std::ios::binary);
        return { std::istreambuf_iterator<char>(file), {} };
    }

    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path()))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

private:
    QTemporaryDir folder_;
};

inline std::string littleEndian(std::uint64_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text.push_back(static_cast<char>(value >> (8 * i)));
    return text;
}

/// A SafeTensors file of a given header text and data, sound or not.
inline std::string safeTensors(std::string_view header, std::string_view data)
{
    return littleEndian(header.size(), 8) + std::string(header) + std::string(data);
}

/// A sound file: one F32 tensor of two numbers for each name.
inline std::string safeTensorsWith(const std::vector<std::string>& names)
{
    nlohmann::json header;
    std::string data;
    for (const std::string& name : names) {
        header[name] = { { "dtype", "F32" }, { "shape", { 2 } },
            { "data_offsets", { data.size(), data.size() + 8 } } };
        data += std::string("\0\0\x80\x3f\0\0\0\x40", 8); // 1 and 2
    }
    return safeTensors(header.dump(), data);
}

} // namespace moru::test
