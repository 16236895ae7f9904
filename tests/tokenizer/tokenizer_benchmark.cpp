// usage: tokenizer_benchmark MODEL_FOLDER…
// Times loading, and encoding of 1 MiB of texts that are hard in different ways. The times are for reading,
// not a test.

#include "engine/api/tokenizer.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <utility>

namespace {

std::string repeated(std::string_view part)
{
    constexpr std::size_t kBytes = std::size_t { 1 } << 20;
    std::string text;
    while (text.size() < kBytes)
        text += part;
    return text;
}

template <typename Work> double milliseconds(const Work& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main(int argc, char** argv)
{
    const std::pair<const char*, std::string> texts[] = {
        { "english", repeated("The quick brown fox jumps over 13 lazy dogs, doesn't it?\n") },
        { "korean", repeated("다람쥐 헌 쳇바퀴에 타고파. 오늘은 날씨가 좋네요! ") },
        { "code", repeated("    if (index >= values.size())\n        return failure(\"{}\", index);\n") },
        { "emoji", repeated("👩‍👩‍👧‍👦🏳️‍🌈🎉") },
        { "marks", repeated("\xCC\x81\xCC\x96") },
        { "one letter", repeated("a") },
        { "spaces", repeated(" ") },
        { "newlines", repeated("\n") },
        { "digits", repeated("7") },
        { "angles", repeated("<") },
        { "ill-formed", repeated("\xF0\x9F") },
    };
    for (int i = 1; i < argc; ++i) {
        moru::Result<std::shared_ptr<const moru::Tokenizer>> tokenizer;
        fmt::print("{}\n  {:<12}{:>8.0f} ms\n", argv[i], "load",
            milliseconds([&] { tokenizer = moru::loadTokenizer(argv[i]); }));
        if (!tokenizer) {
            fmt::print(stderr, "{}\n", moru::describe(tokenizer.error()));
            return 1;
        }
        for (const auto& [name, text] : texts) {
            std::vector<moru::TokenId> ids;
            const double encode = milliseconds([&] { ids = (*tokenizer)->encode(text, {}); });
            const double decode = milliseconds([&] { static_cast<void>((*tokenizer)->decode(ids, false)); });
            fmt::print("  {:<12}{:>8.0f} ms encode{:>8.0f} ms decode{:>9} tokens\n", name, encode, decode,
                ids.size());
        }
    }
    return 0;
}
