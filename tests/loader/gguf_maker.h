#pragma once

#include "tests/loader/folder_maker.h"

#include <bit>
#include <cstring>

namespace moru::test {

/// Writes small GGUF files, sound ones unless told otherwise. Fields are public so that a test can bend them.
class GgufMaker {
public:
    std::uint32_t magic = 0x46554747; // "GGUF"
    std::uint32_t version = 3;
    std::uint64_t extraTensors = 0; ///< Claimed, but not there.
    std::uint64_t extraPairs = 0;
    std::uint64_t alignment = 32;

    void text(const std::string& key, const std::string& value) { pair(key, 8, asText(value)); }
    void u32(const std::string& key, std::uint32_t value) { pair(key, 4, littleEndian(value, 4)); }
    void f32(const std::string& key, float value)
    {
        pair(key, 6, littleEndian(std::bit_cast<std::uint32_t>(value), 4));
    }
    void pair(const std::string& key, std::uint32_t kind, const std::string& bytes)
    {
        pairs_.push_back(asText(key) + littleEndian(kind, 4) + bytes);
    }
    void texts(const std::string& key, const std::vector<std::string>& values)
    {
        std::string bytes = littleEndian(8, 4) + littleEndian(values.size(), 8);
        for (const std::string& value : values)
            bytes += asText(value);
        pair(key, 9, bytes);
    }
    void i32s(const std::string& key, const std::vector<int>& values)
    {
        std::string bytes = littleEndian(5, 4) + littleEndian(values.size(), 8);
        for (const int value : values)
            bytes += littleEndian(static_cast<std::uint32_t>(value), 4);
        pair(key, 9, bytes);
    }
    void f32s(const std::string& key, const std::vector<float>& values)
    {
        std::string bytes = littleEndian(6, 4) + littleEndian(values.size(), 8);
        for (const float value : values)
            bytes += littleEndian(std::bit_cast<std::uint32_t>(value), 4);
        pair(key, 9, bytes);
    }

    /// Sizes outermost first. The data goes to the next aligned place.
    void tensor(const std::string& name, const std::vector<std::uint64_t>& shape, std::uint32_t type,
        std::string bytes)
    {
        data_.resize((data_.size() + alignment - 1) / alignment * alignment);
        tensorAt(name, shape, type, data_.size());
        data_ += bytes;
    }
    void tensorAt(const std::string& name, const std::vector<std::uint64_t>& shape, std::uint32_t type,
        std::uint64_t offset)
    {
        std::string declaration = asText(name) + littleEndian(shape.size(), 4);
        for (auto size = shape.rbegin(); size != shape.rend(); ++size)
            declaration += littleEndian(*size, 8);
        declarations_.push_back(declaration + littleEndian(type, 4) + littleEndian(offset, 8));
    }
    void tensorF32(
        const std::string& name, const std::vector<std::uint64_t>& shape, const std::vector<float>& values)
    {
        tensor(name, shape, 0,
            std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)));
    }
    void data(const std::string& bytes) { data_ += bytes; }

    [[nodiscard]] std::string bytes() const
    {
        std::string bytes = littleEndian(magic, 4) + littleEndian(version, 4)
            + littleEndian(declarations_.size() + extraTensors, 8)
            + littleEndian(pairs_.size() + extraPairs, 8);
        for (const auto* list : { &pairs_, &declarations_ }) {
            for (const std::string& piece : *list)
                bytes += piece;
        }
        bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
        return bytes + data_;
    }

    [[nodiscard]] static std::string asText(const std::string& text)
    {
        return littleEndian(text.size(), 8) + text;
    }

private:
    std::vector<std::string> pairs_;
    std::vector<std::string> declarations_;
    std::string data_;
};

} // namespace moru::test
