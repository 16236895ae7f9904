#pragma once

#include "engine/api/error.h"
#include "engine/loader/gguf_family.h"
#include "engine/loader/tokenizer_file.h"

#include <list>
#include <string>

#include <nlohmann/json.hpp>

namespace moru {

/// tokenizer.json and tokenizer_config.json as the release has them, rebuilt from a GGUF file's vocabulary.
struct ImportedTokenizer {
    TokenizerFile file; ///< Its views point into the GGUF file and into `ownedTexts`.
    nlohmann::ordered_json config;
    std::list<std::string> ownedTexts; ///< Spellings that differ from the file's; their addresses stay.
};

/// Errors: MissingTokenizer, InvalidTokenizer, UnsupportedTokenizer (the kind is named).
[[nodiscard]] Result<ImportedTokenizer> makeTokenizer(const GgufFile& file, GgufFamily family);

} // namespace moru
