#include "engine/tokenizer/split_dialect.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/unicode_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

namespace moru {

namespace {

constexpr std::size_t kMaxPatternBytes = 16384; // the longest in use has about 200
constexpr char32_t kLastCodePoint = 0x10FFFF;

std::vector<CodePointRange> complement(std::span<const CodePointRange> ranges)
{
    std::vector<CodePointRange> result;
    char32_t next = 0;
    for (const CodePointRange range : ranges) {
        if (range.first > next)
            result.push_back({ next, range.first - 1 });
        next = range.last + 1;
    }
    result.push_back({ next, kLastCodePoint });
    return result;
}

/// Widest first: PCRE2 tries the ranges of a class in the order given, and a text of Hangul or Han then finds
/// its own range at once instead of behind some four hundred.
std::string rangesAsText(std::vector<CodePointRange> ranges)
{
    std::ranges::sort(ranges, [](const CodePointRange& a, const CodePointRange& b) {
        return std::pair(b.last - b.first, a.first) < std::pair(a.last - a.first, b.first);
    });
    std::string text;
    for (const CodePointRange range : ranges)
        fmt::format_to(std::back_inserter(text), "\\x{{{:X}}}-\\x{{{:X}}}",
            static_cast<unsigned>(range.first), static_cast<unsigned>(range.last));
    return text;
}

class Writer {
public:
    explicit Writer(std::string_view pattern)
        : pattern_(pattern)
    {
    }

    Result<std::string> write()
    {
        while (position_ < pattern_.size()) {
            const char c = pattern_[position_];
            if (c == '\\') {
                if (const auto escape = writeEscape(); !escape)
                    return std::unexpected(escape.error());
                continue;
            }
            if (inClass_ && (c == '[' || rest().starts_with("&&")))
                return refuse("a set operation in a character class");
            if (!inClass_ && rest().starts_with("(*"))
                return refuse("(*");
            if (!inClass_ && rest().starts_with("(?C"))
                return refuse("(?C");
            if (c == '[')
                openClass();
            else {
                if (c == ']')
                    inClass_ = false;
                result_ += c;
                ++position_;
            }
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] std::string_view rest() const { return pattern_.substr(position_); }

    std::unexpected<Error> refuse(std::string_view what) const
    {
        return failure(ErrorCode::UnsupportedTokenizer, "pre_tokenizer",
            "the split pattern uses \"{}\" at byte {}", what, position_);
    }

    void openClass()
    {
        inClass_ = true;
        result_ += '[';
        ++position_;
        if (rest().starts_with("^")) {
            result_ += '^';
            ++position_;
        }
    }

    Result<void> writeEscape()
    {
        const std::string_view tail = rest();
        if (tail.size() < 2)
            return refuse("\\");
        const char kind = tail[1];
        if (kind == 's' || kind == 'S') {
            writeClass(UnicodeClass::Space, kind == 'S');
            position_ += 2;
            return {};
        }
        if (kind == 'p' || kind == 'P') {
            for (const auto& [name, unicodeClass] : { std::pair { "{L}", UnicodeClass::Letter },
                     std::pair { "{M}", UnicodeClass::Mark }, std::pair { "{N}", UnicodeClass::Number } }) {
                if (tail.substr(2).starts_with(name)) {
                    writeClass(unicodeClass, kind == 'P');
                    position_ += 5;
                    return {};
                }
            }
            return refuse(tail.substr(0, std::min<std::size_t>(tail.find('}'), 24) + 1));
        }
        constexpr std::string_view kSameInBoth = "rntf";
        constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ";
        if (!kSameInBoth.contains(kind) && !kPunctuation.contains(kind))
            return refuse(tail.substr(0, 2));
        result_ += tail.substr(0, 2);
        position_ += 2;
        return {};
    }

    void writeClass(UnicodeClass unicodeClass, bool negated)
    {
        const auto ranges = rangesOf(unicodeClass);
        const auto text
            = rangesAsText(negated ? complement(ranges) : std::vector(ranges.begin(), ranges.end()));
        result_ += inClass_ ? text : "[" + text + "]";
    }

    std::string_view pattern_;
    std::size_t position_ = 0;
    bool inClass_ = false;
    std::string result_;
};

} // namespace

Result<std::string> writeOutClasses(std::string_view pattern)
{
    if (pattern.size() > kMaxPatternBytes)
        return failure(ErrorCode::UnsupportedTokenizer, "pre_tokenizer",
            "the split pattern has {} bytes, at most {} are read", pattern.size(), kMaxPatternBytes);
    if (!utf8::isWellFormed(pattern))
        return failure(ErrorCode::InvalidTokenizer, "pre_tokenizer", "the split pattern is not UTF-8");
    return Writer(pattern).write();
}

std::string literalPattern(std::string_view text)
{
    std::string pattern;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x80)
            fmt::format_to(std::back_inserter(pattern), "\\x{{{:X}}}", static_cast<unsigned>(c));
        else
            pattern += c;
    }
    return pattern;
}

} // namespace moru
