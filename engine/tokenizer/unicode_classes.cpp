#include "engine/tokenizer/unicode_classes.h"

#include <algorithm>

namespace moru {

namespace {

#include "engine/tokenizer/unicode_ranges.inc"

} // namespace

std::span<const CodePointRange> rangesOf(UnicodeClass unicodeClass)
{
    switch (unicodeClass) {
    case UnicodeClass::Letter:
        return kLetters;
    case UnicodeClass::Mark:
        return kMarks;
    case UnicodeClass::Number:
        return kNumbers;
    case UnicodeClass::Space:
        return kSpaces;
    }
    return {};
}

bool contains(UnicodeClass unicodeClass, char32_t codePoint)
{
    const auto ranges = rangesOf(unicodeClass);
    const auto after = std::ranges::upper_bound(ranges, codePoint, {}, &CodePointRange::first);
    return after != ranges.begin() && codePoint <= std::prev(after)->last;
}

} // namespace moru
