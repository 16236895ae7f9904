#pragma once

#include "engine/api/error.h"
#include "engine/loader/gguf_dequantize.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace moru {

class MappedFile;

struct GgufTensor {
    std::string name;
    const GgufFormat* format = nullptr; ///< Never null.
    std::vector<std::int64_t>
        shape; ///< Outermost first, as in SafeTensors; the file has it the other way round.
    std::span<const std::byte> bytes;

    [[nodiscard]] std::int64_t elementCount() const;
    [[nodiscard]] std::int64_t rowLength() const
    {
        return shape.back();
    } ///< A multiple of the block's values.
    [[nodiscard]] std::int64_t rowCount() const
    {
        return rowLength() == 0 ? 0 : elementCount() / rowLength();
    }
    /// Rows are quantised each for itself.
    [[nodiscard]] std::span<const std::byte> row(std::int64_t index) const;
};

/// A GGUF file (versions 2 and 3, little-endian) with metadata and tensor directory checked: counts, lengths,
/// kinds, alignment, offsets, overlaps, names. All texts are UTF-8. Views point into the mapping, so the
/// object must live. Source: the format's description in ggml's docs/gguf.md.
class GgufFile {
public:
    /// Errors: those of MappedFile::open; UnsupportedFormat (not a GGUF file, another version or number
    /// format, named), Truncated, InvalidHeader, OverlappingTensors.
    [[nodiscard]] static Result<GgufFile> open(const std::filesystem::path& path);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const nlohmann::json& metadata() const
    {
        return metadata_;
    } ///< Numbers, texts and booleans.
    /// Lists of texts or of numbers (also booleans); empty where there is none of this kind.
    [[nodiscard]] std::span<const std::string_view> texts(std::string_view key) const;
    [[nodiscard]] std::span<const double> numbers(std::string_view key) const;

    [[nodiscard]] std::span<const GgufTensor> tensors() const { return tensors_; } ///< In the file's order.
    [[nodiscard]] const GgufTensor* find(std::string_view name) const;

    [[nodiscard]] Result<void> damage() const; ///< As MappedFile::damage.

private:
    friend class GgufParser;
    std::string path_;
    std::shared_ptr<const MappedFile> file_;
    nlohmann::json metadata_ = nlohmann::json::object();
    std::map<std::string, std::vector<std::string_view>, std::less<>> texts_;
    std::map<std::string, std::vector<double>, std::less<>> numbers_;
    std::vector<GgufTensor> tensors_;
    std::map<std::string, std::size_t, std::less<>> tensorOfName_;
};

} // namespace moru
