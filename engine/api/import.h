#pragma once

#include "engine/api/error.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace moru {

struct ImportProgress {
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
    std::string tensor;
};

struct ImportReport {
    std::filesystem::path folder;
    std::string family;
    int tensorCount = 0;
};

/// Writes a GGUF file as a Hugging Face folder: config, tokenizer, template, weights in BF16.
/// The folder appears under its name only when it is complete.
/// Errors: UnsupportedFormat, UnsupportedArchitecture, Truncated, InvalidHeader, DiskFull, Cancelled …
[[nodiscard]] Result<ImportReport> importGguf(const std::filesystem::path& gguf,
    const std::filesystem::path& folder, const std::function<void(const ImportProgress&)>& observer,
    std::stop_token stop);

} // namespace moru
