#include "engine/templates/built_in_formats.h"

#include "engine/templates/chatml.h"
#include "engine/templates/gemma.h"
#include "engine/templates/llama3.h"

#include <array>

namespace moru {

namespace {

/// Marks, from the most telling to the least: a format is meant when all of its marks are there.
struct Marks {
    std::array<std::string_view, 3> spellings; ///< Empty ones are always there.
    std::shared_ptr<const PromptFormat> (*format)();
};

template <typename Has>
std::shared_ptr<const PromptFormat> firstMarked(std::span<const Marks> marks, const Has& has)
{
    for (const Marks& candidate : marks) {
        bool all = true;
        for (const std::string_view spelling : candidate.spellings)
            all = all && (spelling.empty() || has(spelling));
        if (all)
            return candidate.format();
    }
    return nullptr;
}

} // namespace

std::span<const std::shared_ptr<const PromptFormat>> builtInFormats()
{
    static const std::array<std::shared_ptr<const PromptFormat>, 8> formats { gemma3Format(), gemmaFormat(),
        llama3Format(), qwen35Format(), qwen3Format(), qwen25Format(), smolLm2Format(), chatMlFormat() };
    return formats;
}

std::shared_ptr<const PromptFormat> formatOfVocabulary(const Tokenizer& tokenizer)
{
    // Qwen3.5's vocabulary is the only one with sound beside thinking.
    static const std::array marks {
        Marks { { "<start_of_turn>", "<end_of_turn>", "<start_of_image>" }, gemma3Format },
        Marks { { "<start_of_turn>", "<end_of_turn>", "" }, gemmaFormat },
        Marks { { "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>" }, llama3Format },
        Marks { { "<|im_start|>", "<think>", "<|audio_start|>" }, qwen35Format },
        Marks { { "<|im_start|>", "<think>", "<|object_ref_start|>" }, qwen3Format },
        Marks { { "<|im_start|>", "<|im_end|>", "<|object_ref_start|>" }, qwen25Format },
        Marks { { "<|im_start|>", "<|im_end|>", "" }, chatMlFormat },
    };
    // Gemma 1's vocabulary spells "<start_of_image>" too, but as an ordinary entry.
    return firstMarked(marks, [&](std::string_view spelling) {
        const auto id = tokenizer.tokenId(spelling);
        return id && tokenizer.isControl(*id);
    });
}

std::shared_ptr<const PromptFormat> formatOfSource(std::string_view source)
{
    static const std::array marks {
        Marks { { "<start_of_turn>", "<end_of_turn>", "<start_of_image>" }, gemma3Format },
        Marks { { "<start_of_turn>", "<end_of_turn>", "" }, gemmaFormat },
        Marks { { "<|start_header_id|>", "<|eot_id|>", "" }, llama3Format },
        Marks { { "<|im_start|>", "<think>", "No user query found" }, qwen35Format },
        Marks { { "<|im_start|>", "enable_thinking", "" }, qwen3Format },
        Marks { { "<|im_start|>", "created by Alibaba Cloud", "" }, qwen25Format },
        Marks { { "<|im_start|>", "named SmolLM", "" }, smolLm2Format },
        Marks { { "<|im_start|>", "<|im_end|>", "" }, chatMlFormat },
    };
    return firstMarked(marks, [&](std::string_view spelling) { return source.contains(spelling); });
}

} // namespace moru
