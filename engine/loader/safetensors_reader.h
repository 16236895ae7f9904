#pragma once

#include "engine/api/error.h"
#include "engine/core/dtype.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace moru {

class MappedFile;

/// One tensor of a mapped file. Valid as long as the reader or checkpoint that it came from.
struct TensorView {
    std::string name;
    DType dtype = DType::F32;
    std::vector<std::int64_t> shape; ///< Outermost first; empty for a single number.
    /// Row-major, exactly product(shape) × dtypeBytes(dtype). May start at any address: a file owes no
    /// alignment.
    std::span<const std::byte> bytes;

    [[nodiscard]] std::int64_t elementCount() const; ///< 1 for a single number; cannot overflow once read.
};

/// "[2, 3]" as shown in errors and lists.
[[nodiscard]] std::string shapeText(std::span<const std::int64_t> shape);

/// The tensors of one SafeTensors file, all checked before the first is seen: header length, JSON, number
/// formats, shapes, offsets, sizes, names. Reads the header only; the weights' pages stay untouched. Source:
/// the format's description in the safetensors repository (8 bytes little-endian header length, JSON
///         header, data without holes).
class SafeTensorsFile {
public:
    /// Errors: those of MappedFile::open; Truncated, HeaderTooLarge, InvalidHeader, OverlappingTensors (also
    /// for bytes that belong to no tensor).
    [[nodiscard]] static Result<SafeTensorsFile> open(const std::filesystem::path& path);

    [[nodiscard]] std::span<const TensorView> tensors() const { return tensors_; } ///< By offset.
    [[nodiscard]] const std::shared_ptr<const MappedFile>& file() const { return file_; }

private:
    std::shared_ptr<const MappedFile> file_;
    std::vector<TensorView> tensors_;
};

} // namespace moru
