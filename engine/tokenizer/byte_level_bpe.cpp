#include "engine/tokenizer/byte_level_bpe.h"

#include "engine/tokenizer/byte_alphabet.h"

#include <string>

namespace moru {

ByteLevelBpe::ByteLevelBpe(
    const Vocabulary& vocabulary, const MergeTable& merges, std::optional<TokenId> unknown, bool ignoreMerges)
    : vocabulary_(vocabulary)
    , merges_(merges)
    , ignoreMerges_(ignoreMerges)
{
    for (unsigned byte = 0; byte < 256; ++byte) {
        const auto found = vocabulary.find(letterOfByte(static_cast<unsigned char>(byte)));
        byteTokens_[byte] = found ? found : unknown;
    }
}

void ByteLevelBpe::encode(std::string_view piece, MergeLoop& loop, std::vector<TokenId>& output) const
{
    if (ignoreMerges_) {
        if (const auto id = wholePiece(piece)) {
            output.push_back(*id);
            return;
        }
    }
    for (const char byte : piece)
        if (const auto id
            = byteTokens_[static_cast<unsigned char>(byte)]) // else the vocabulary cannot write it
            loop.add(*id);
    loop.run(merges_, output);
}

std::optional<TokenId> ByteLevelBpe::wholePiece(std::string_view piece) const
{
    std::string spelling;
    spelling.reserve(2 * piece.size());
    for (const char byte : piece)
        spelling += letterOfByte(static_cast<unsigned char>(byte));
    return vocabulary_.find(spelling);
}

} // namespace moru
