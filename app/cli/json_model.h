#pragma once

#include "app/cli/output.h"
#include "engine/api/model.h"
#include "engine/api/sampling.h"

namespace moru::cli {

/// What `inspect --json` prints.
[[nodiscard]] Json modelJson(const ModelDescription& description);

/// Under the names that requests and reports use: "temperature", "top_k" …
[[nodiscard]] Json samplingJson(const SamplingOptions& sampling);

/// Text of a path; bytes that are not UTF-8 are replaced when it is printed.
[[nodiscard]] std::string pathString(const std::filesystem::path& path);

/// A whole number without a fraction, where the value is one: 576 and not 576.0.
[[nodiscard]] Json numberJson(double value);

/// A figure that may lack samples: null then.
[[nodiscard]] Json figureJson(const std::optional<double>& value);

} // namespace moru::cli
