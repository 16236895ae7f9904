#include "engine/loader/gguf_vocabulary.h"

#include "engine/loader/config_reader.h"
#include "engine/loader/json_file.h"

#include <unordered_set>

namespace moru {

Result<GgufVocabulary> readVocabulary(const GgufFile& file)
{
    GgufVocabulary vocabulary;
    const auto texts = file.texts("tokenizer.ggml.tokens");
    if (texts.empty())
        return failure(ErrorCode::MissingTokenizer, file.path(), "there is no vocabulary in the file");
    vocabulary.texts.assign(texts.begin(), texts.end());
    vocabulary.kinds = file.numbers("tokenizer.ggml.token_type");
    vocabulary.scores = file.numbers("tokenizer.ggml.scores");
    if (vocabulary.kinds.size() != texts.size())
        return failure(ErrorCode::InvalidTokenizer, file.path(), "{} tokens with {} kinds", texts.size(),
            vocabulary.kinds.size());
    std::unordered_set<std::string_view> seen;
    for (const std::string_view text : texts) {
        if (!seen.insert(text).second)
            return failure(
                ErrorCode::InvalidTokenizer, file.path(), "the token \"{}\" stands twice", excerpt(text));
    }

    ConfigReader reader(file.metadata(), file.path());
    const auto tokenId = [&](const char* key) {
        return reader.optionalInteger(key, { 0, static_cast<int>(texts.size()) - 1 });
    };
    vocabulary.model = reader.string("tokenizer.ggml.model");
    vocabulary.preTokenizer = reader.stringOr("tokenizer.ggml.pre", "default");
    vocabulary.bos = tokenId("tokenizer.ggml.bos_token_id");
    vocabulary.eos = tokenId("tokenizer.ggml.eos_token_id");
    vocabulary.padding = tokenId("tokenizer.ggml.padding_token_id");
    vocabulary.unknown = tokenId("tokenizer.ggml.unknown_token_id");
    vocabulary.chatTemplate = reader.stringOr("tokenizer.chat_template", {});
    if (auto read = reader.finish(); !read)
        return std::unexpected(read.error());
    return vocabulary;
}

std::string withMetaSpaces(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == ' ')
            result += "\u2581";
        else
            result += c;
    }
    return result;
}

} // namespace moru
