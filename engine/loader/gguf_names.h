#pragma once

#include "engine/api/error.h"
#include "engine/loader/gguf_family.h"

#include <string>
#include <vector>

namespace moru {

/// How one tensor of the original release comes out of a GGUF file.
struct ImportedTensor {
    std::string name; ///< The release's name.
    const GgufTensor* source = nullptr;
    /// Not 0: rows of each of so many heads alternate between the halves of the head (row 2j is dimension j,
    /// row 2j + 1 dimension j + D/2); the release has the halves one after the other.
    int interleavedHeads = 0;
    float subtract = 0; ///< Gemma's norm weights are stored with 1 added.

    /// Row of `source` that is row `row` of the release.
    [[nodiscard]] std::int64_t sourceRow(std::int64_t row) const;
};

/// The release's tensors, sorted by name. One embedding is written where input and output are the same, the
/// more precise one where the file holds both. Errors: UnexpectedTensor, MissingTensor, WrongShape,
/// InvalidConfig.
[[nodiscard]] Result<std::vector<ImportedTensor>> planImport(const GgufFile& file, GgufFamily family);

} // namespace moru
