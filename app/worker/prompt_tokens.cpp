#include "app/worker/prompt_tokens.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace moru {

namespace {

/// Byte-level tokenizers spell a byte as one character: printable ones of Latin-1 as themselves, the others,
/// in order, from U+0100 on (Radford et al. 2019, GPT-2's vocabulary). Index: the character's code.
std::array<int, 512> bytesOfSpelling()
{
    std::array<int, 512> bytes {};
    bytes.fill(-1);
    std::size_t next = 256;
    for (int byte = 0; byte < 256; ++byte) {
        const bool isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
        bytes[isPrintable ? static_cast<std::size_t>(byte) : next++] = byte;
    }
    return bytes;
}

QString hexadecimal(int byte)
{
    return QStringLiteral("%1").arg(byte, 2, 16, QLatin1Char('0')).toUpper();
}

/// "EC", "83": from "<0xEC>" as SentencePiece's byte tokens are spelled, or from byte-level characters. Empty
/// for spellings that are no bytes.
QStringList bytesOf(std::string_view spelling)
{
    const QString text = QString::fromUtf8(spelling.data(), static_cast<qsizetype>(spelling.size()));
    if (text.size() == 6 && text.startsWith(QLatin1String("<0x")) && text.endsWith(QLatin1Char('>')))
        return { text.sliced(3, 2) };
    static const std::array<int, 512> table = bytesOfSpelling();
    QStringList bytes;
    for (const QChar character : text) {
        const std::size_t code = character.unicode();
        if (code >= table.size() || table[code] < 0)
            return {};
        bytes << hexadecimal(table[code]);
    }
    return bytes;
}

} // namespace

std::vector<PromptToken> promptTokens(const Tokenizer& tokenizer, std::span<const TokenId> ids)
{
    std::vector<PromptToken> tokens;
    tokens.reserve(ids.size());
    const auto decoder = tokenizer.streamingDecoder(false);
    qsizetype heldBytes = 0; // of a character that is not complete yet
    for (const TokenId id : ids) {
        PromptToken token;
        token.id = id;
        token.isSpecial = tokenizer.isControl(id);
        token.text = QString::fromStdString(decoder->push(id));
        if (!token.isSpecial) {
            const QStringList bytes = bytesOf(tokenizer.tokenText(id));
            const qsizetype heldBefore = heldBytes;
            heldBytes = std::max<qsizetype>(0, heldBytes + bytes.size() - token.text.toUtf8().size());
            if (heldBefore > 0 || heldBytes > 0)
                token.bytes = bytes.join(QLatin1Char(' '));
        }
        tokens.push_back(std::move(token));
    }
    if (!tokens.empty())
        tokens.back().text += QString::fromStdString(decoder->finish());
    return tokens;
}

} // namespace moru
