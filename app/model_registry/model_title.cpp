#include "app/model_registry/model_title.h"

#include <QRegularExpression>
#include <QStringList>

#include <array>

namespace moru {

namespace {

struct Spelling {
    const char16_t* lower;
    const char16_t* right;
};

// Names that are not written with one capital in front.
constexpr std::array kSpellings { Spelling { u"smollm", u"SmolLM" }, Spelling { u"it", u"IT" },
    Spelling { u"tinyllama", u"TinyLlama" }, Spelling { u"deepseek", u"DeepSeek" } };

/// Only words in small letters are touched: who wrote a capital meant it.
QString wellSpelt(const QString& word)
{
    if (word != word.toLower())
        return word;
    static const QRegularExpression size(QStringLiteral("^\\d+(\\.\\d+)?[bmk]$")); // "135m", "0.5b"
    if (size.match(word).hasMatch())
        return word.toUpper();
    for (const Spelling& spelling : kSpellings) {
        const QString lower = QString::fromUtf16(spelling.lower);
        const QString rest = word.mid(lower.size());
        const bool endsThere = rest.isEmpty() || rest.at(0).isDigit();
        if (word.startsWith(lower) && endsThere)
            return QString::fromUtf16(spelling.right) + rest;
    }
    return word.at(0).toUpper() + word.mid(1);
}

} // namespace

QString titleFromName(const QString& name)
{
    QString text = name.section(u'/', -1);
    text.replace(u'-', u' ').replace(u'_', u' ');
    QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (QString& word : words)
        word = wellSpelt(word);
    return words.isEmpty() ? name : words.join(u' ');
}

} // namespace moru
