#include "app/session/chat_title.h"

#include <QStringList>
#include <QTextBoundaryFinder>

namespace moru {

namespace {

constexpr qsizetype kLongestTitle = 80;

} // namespace

QString titleFromText(const QString& text)
{
    const QStringList lines = text.split(u'\n');
    QString title;
    for (const QString& line : lines) {
        title = line.simplified();
        if (!title.isEmpty())
            break;
    }
    if (title.size() <= kLongestTitle)
        return title;
    // Not in the middle of an emoji or of a syllable written with separate jamo.
    QTextBoundaryFinder boundaries(QTextBoundaryFinder::Grapheme, title);
    boundaries.setPosition(kLongestTitle);
    const qsizetype end = boundaries.isAtBoundary() ? kLongestTitle : boundaries.toPreviousBoundary();
    const qsizetype space = title.lastIndexOf(u' ', end);
    return title.left(space > kLongestTitle / 2 ? space : end) + QStringLiteral("…");
}

} // namespace moru
