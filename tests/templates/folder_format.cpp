#include "tests/templates/folder_format.h"

#include "engine/templates/chatml.h"
#include "engine/templates/folder_template.h"
#include "engine/templates/gemma.h"
#include "engine/templates/llama3.h"
#include "engine/templates/template_format.h"
#include "tests/templates/golden_case.h"

#include <map>

namespace moru::test {

std::shared_ptr<const Tokenizer> sharedTokenizer(const std::filesystem::path& shared, const std::string& name)
{
    static std::map<std::string, std::shared_ptr<const Tokenizer>> loaded;
    auto [entry, isNew] = loaded.try_emplace(name);
    if (isNew) {
        if (auto tokenizer = loadTokenizer(shared / "tokenizers" / name))
            entry->second = *tokenizer;
    }
    return entry->second;
}

std::shared_ptr<const PromptFormat> goldenTemplate(
    const std::filesystem::path& shared, const std::string& name)
{
    auto found = readFolderTemplate(shared / "tokenizers" / name);
    const auto tokenizer = sharedTokenizer(shared, name);
    if (!found || !tokenizer)
        return nullptr;
    if (!found->source) // Gemma 1 and 2 are base models here
        found->source = readFile(shared / "goldens/templates/gemma-it.jinja");
    auto format = TemplateFormat::create(*found, *tokenizer);
    return format ? *format : nullptr;
}

std::shared_ptr<const PromptFormat> goldenFormat(const std::string& name)
{
    if (name == "gemma-3")
        return gemma3Format();
    if (name.starts_with("gemma"))
        return gemmaFormat();
    if (name == "llama-3.2")
        return llama3Format();
    if (name == "qwen2.5")
        return qwen25Format();
    return name == "qwen3" ? qwen3Format() : qwen35Format();
}

} // namespace moru::test
