#pragma once

#include "engine/api/error.h"
#include "engine/core/dtype.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace moru {

/// A tensor to be written: everything but its numbers.
struct PlannedTensor {
    std::string name;
    DType dtype = DType::F32;
    std::vector<std::int64_t> shape;
};

/// Writes a SafeTensors file as a stream: the header first, then the numbers in pieces of any size, in the
/// order of the plan. The file appears under its name only when it is complete; until then, and after a
/// failure, there is at most a temporary file beside it, which goes away with the writer.
class SafeTensorsWriter {
public:
    /// Metadata becomes the header's "__metadata__".
    /// Errors: PermissionDenied, FileNotFound, DiskFull, WriteFailed; InvalidRequest for a plan with a name
    /// twice, a negative size, or one too large to count.
    [[nodiscard]] static Result<SafeTensorsWriter> create(const std::filesystem::path& path,
        std::vector<PlannedTensor> plan, const std::map<std::string, std::string>& metadata = {});

    /// Errors: DiskFull, WriteFailed; InvalidRequest for more bytes than planned.
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);

    /// Flushes to disk and gives the file its name. Errors: as write; InvalidRequest when bytes are missing.
    [[nodiscard]] Result<void> finish();

    [[nodiscard]] std::uint64_t dataBytes() const; ///< Of all planned tensors together.

    SafeTensorsWriter(SafeTensorsWriter&&) noexcept;
    SafeTensorsWriter& operator=(SafeTensorsWriter&&) noexcept;
    ~SafeTensorsWriter();

private:
    struct State;
    explicit SafeTensorsWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace moru
