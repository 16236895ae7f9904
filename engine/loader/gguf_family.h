#pragma once

#include "engine/api/error.h"
#include "engine/loader/gguf_reader.h"

#include <string_view>

namespace moru {

/// The families whose GGUF files can be imported.
enum class GgufFamily { Llama, Gemma3, Qwen2 };

/// The prefix of the family's metadata, and what `general.architecture` says: "llama", "gemma3", "qwen2".
[[nodiscard]] std::string_view ggufFamilyName(GgufFamily family);

/// Errors: UnsupportedArchitecture with the name in the file.
[[nodiscard]] Result<GgufFamily> recogniseFamily(const GgufFile& file);

/// Whether output and input embedding are one matrix. A file may hold it twice, in two number formats: then
/// both agree up to quantisation, which a few rows show. Errors: MissingTensor when there is no embedding,
/// WrongShape when it is not a matrix.
[[nodiscard]] Result<bool> tiesEmbeddings(const GgufFile& file);

} // namespace moru
