#pragma once

#include "tests/support/tiny_model.h"

#include <cstdint>
#include <cstring>
#include <fstream>

namespace moru::test {

/// Overwrites a bfloat16 tensor in its file: value(row, column); the row of a vector is 0.
template <typename Value> void rewriteTensor(const TinyModel& model, const std::string& name, Value value)
{
    std::fstream file(model.weightsFile(), std::ios::binary | std::ios::in | std::ios::out);
    std::uint64_t headerBytes = 0;
    file.read(reinterpret_cast<char*>(&headerBytes), sizeof headerBytes);
    std::string header(headerBytes, ' ');
    file.read(header.data(), std::streamsize(headerBytes));
    const auto entry = nlohmann::json::parse(header).at(name);
    const auto& shape = entry.at("shape");
    const std::int64_t rows = shape.size() > 1 ? shape.at(0).template get<std::int64_t>() : 1;
    const std::int64_t columns = shape.back().template get<std::int64_t>();
    file.seekp(std::streamoff(sizeof headerBytes + headerBytes)
        + std::streamoff(entry.at("data_offsets").at(0).template get<std::int64_t>()));
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t k = 0; k < columns; ++k) {
            const float number = value(r, k);
            std::uint32_t bits = 0;
            std::memcpy(&bits, &number, sizeof bits);
            const auto high = std::uint16_t(bits >> 16);
            file.write(reinterpret_cast<const char*>(&high), sizeof high);
        }
    }
}

} // namespace moru::test
