#include "engine/tokenizer/split_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace moru {

namespace {

template <auto free> struct Freed {
    template <typename T> void operator()(T* pointer) const { free(pointer); }
};
using CodePointer = std::unique_ptr<pcre2_code, Freed<pcre2_code_free>>;
using MatchPointer = std::unique_ptr<pcre2_match_data, Freed<pcre2_match_data_free>>;
using ContextPointer = std::unique_ptr<pcre2_match_context, Freed<pcre2_match_context_free>>;

/// What one thread needs to match; kept, because a text may be split piece by piece.
struct Matcher {
    MatchPointer match { pcre2_match_data_create(1, nullptr) };
    ContextPointer context { pcre2_match_context_create(nullptr) };
};

Matcher& matcherOfThread()
{
    thread_local Matcher matcher;
    return matcher;
}

/// Backtracking a well-behaved pattern needs is linear in the text (a run of spaces is tried a handful of
/// times); this leaves it ample room and still ends a pattern that explodes within about a second.
std::uint32_t matchLimit(std::size_t textBytes)
{
    constexpr std::size_t kBase = 10'000'000;
    constexpr std::size_t kPerByte = 16;
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(kBase + kPerByte * textBytes, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

struct SplitPattern::Code {
    CodePointer pattern;
    SplitBehaviour behaviour = SplitBehaviour::Isolated;
};

SplitPattern::SplitPattern(std::unique_ptr<Code> code)
    : code_(std::move(code))
{
}
SplitPattern::~SplitPattern() = default;
SplitPattern::SplitPattern(SplitPattern&&) noexcept = default;
SplitPattern& SplitPattern::operator=(SplitPattern&&) noexcept = default;

Result<SplitPattern> SplitPattern::compile(const std::string& pattern, SplitBehaviour behaviour)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    CodePointer code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
        PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C, &error, &offset, nullptr));
    if (!code) {
        std::array<PCRE2_UCHAR, 200> message {};
        pcre2_get_error_message(error, message.data(), message.size());
        return failure(ErrorCode::UnsupportedTokenizer, "pre_tokenizer",
            "the split pattern is not understood: {}", reinterpret_cast<const char*>(message.data()));
    }
    // Without just-in-time compilation, or where the system forbids it, matching is slower and the same.
    static_cast<void>(pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE));
    return SplitPattern(std::make_unique<Code>(Code { std::move(code), behaviour }));
}

void SplitPattern::split(std::string_view text, std::vector<std::string_view>& pieces) const
{
    Matcher& matcher = matcherOfThread();
    if (!matcher.match || !matcher.context) { // no memory: the merges can do without a split
        pieces.push_back(text);
        return;
    }
    pcre2_set_match_limit(matcher.context.get(), matchLimit(text.size()));
    const bool isolated = code_->behaviour == SplitBehaviour::Isolated;
    std::size_t done = 0;
    while (done < text.size()) {
        // The text was checked once; checking it in every call would be quadratic.
        constexpr std::uint32_t options = PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY;
        const auto subject = reinterpret_cast<PCRE2_SPTR>(text.data());
        int found = pcre2_match(code_->pattern.get(), subject, text.size(), done, options,
            matcher.match.get(), matcher.context.get());
        if (found == PCRE2_ERROR_JIT_STACKLIMIT) // the interpreter keeps its stack on the heap
            found = pcre2_match(code_->pattern.get(), subject, text.size(), done, options | PCRE2_NO_JIT,
                matcher.match.get(), matcher.context.get());
        if (found < 0)
            break;
        const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(matcher.match.get());
        const std::size_t begin = std::max<std::size_t>(ends[0], done);
        const std::size_t end = ends[1];
        if (end <= done)
            break;
        if (isolated && begin > done)
            pieces.push_back(text.substr(done, begin - done));
        const std::size_t first = isolated ? begin : done;
        pieces.push_back(text.substr(first, end - first));
        done = end;
    }
    if (done < text.size())
        pieces.push_back(text.substr(done));
}

} // namespace moru
