#pragma once

#include "engine/api/tokenizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// A token that is found in text as it stands, before anything is split.
struct AddedToken {
    TokenId id = 0;
    std::string spelling; ///< As found in text; not empty.
    bool special = false; ///< Left out by skipSpecial.
    bool normalized = false; ///< Found in normalized text, by its own normalized spelling.
    bool singleWord = false; ///< Only where no word character touches it.
    bool stripLeft = false; ///< Takes the white space before it along.
    bool stripRight = false; ///< Takes the white space after it along.
};

/// Special, or one of the thinking, tool and vision markers.
[[nodiscard]] bool isControlToken(const AddedToken& token);

/// Finds added tokens in text: leftmost first, of those the longest.
class AddedTokenMatcher {
public:
    /// Longer spellings are refused when tokenizer.json is read: a near miss at each byte may cost this much.
    static constexpr std::size_t kMaxSpellingBytes = 1024;

    struct Match {
        const AddedToken* token = nullptr;
        ByteRange literal; ///< The spelling itself.
        ByteRange taken; ///< With the white space that it takes along.
    };
    /// Whether a token may be read at this place of the text.
    using Accept = std::function<bool(const AddedToken&, ByteRange)>;

    explicit AddedTokenMatcher(std::vector<AddedToken> tokens);

    /// The first match at or after `from`; white space before `from` is never taken.
    [[nodiscard]] std::optional<Match> next(
        std::string_view text, std::size_t from, const Accept& accept) const;
    [[nodiscard]] bool empty() const { return tokens_.empty(); }

private:
    [[nodiscard]] const AddedToken* longestAt(
        std::string_view text, std::size_t position, const Accept& accept) const;

    std::vector<AddedToken> tokens_; // sorted by spelling, so those with a common start are neighbours
    std::array<std::uint32_t, 257> firstByByte_ {}; // where the tokens starting with a byte begin
};

} // namespace moru
