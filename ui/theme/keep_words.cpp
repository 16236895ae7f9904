#include "ui/theme/keep_words.h"

#include <QChar>

namespace moru {

namespace {

bool isHangulSyllable(QChar c)
{
    return c.unicode() >= 0xAC00 && c.unicode() <= 0xD7A3;
}

} // namespace

QString keepWords(const QString& text)
{
    constexpr QChar kWordJoiner(0x2060);
    QString result;
    result.reserve(text.size() * 2);
    for (qsizetype i = 0; i < text.size(); ++i) {
        // A particle belongs to what it follows, be it a digit, a letter or a bracket.
        if (i > 0 && isHangulSyllable(text[i]) && !text[i - 1].isSpace())
            result += kWordJoiner;
        else if (i > 0 && isHangulSyllable(text[i - 1]) && text[i].isPunct())
            result += kWordJoiner;
        result += text[i];
    }
    return result;
}

} // namespace moru
