#pragma once

#include "engine/tokenizer/tokenizer_description.h"

#include <memory>
#include <string>

namespace moru {

/// Ids to text, all at once or as they come. Immutable; threads may share it.
class TextDecoder {
public:
    /// `special[id]` marks what skipSpecial leaves out. Both must outlive the decoder and its streams.
    TextDecoder(const TokenizerDescription& description, const std::vector<bool>& special);

    [[nodiscard]] std::string decode(std::span<const TokenId> ids, bool skipSpecial) const;
    [[nodiscard]] std::unique_ptr<StreamingDecoder> stream(bool skipSpecial) const;

    /// Whether the token has no part in the text.
    [[nodiscard]] bool isSilent(TokenId id, bool skipSpecial) const;
    [[nodiscard]] const TokenizerDescription& description() const { return description_; }

private:
    const TokenizerDescription& description_;
    const std::vector<bool>& special_;
};

} // namespace moru
