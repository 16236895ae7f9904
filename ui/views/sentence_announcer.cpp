#include "ui/views/sentence_announcer.h"

#include <QAccessible>
#include <QRegularExpression>
#include <QWidget>

namespace moru {

qsizetype wholeSentences(const QString& text)
{
    // A point inside "3.14" or "config.json" has no space behind it; an ideographic full stop needs none.
    static const QRegularExpression end(QStringLiteral("(?:[.!?…]+[\"'”’)]*\\s|[。！？]|\\n)"));
    qsizetype last = 0;
    auto matches = end.globalMatch(text);
    while (matches.hasNext())
        last = matches.next().capturedEnd();
    return last;
}

SentenceAnnouncer::SentenceAnnouncer(QWidget* speaker)
    : speaker_(speaker)
{
}

void SentenceAnnouncer::append(const QString& text)
{
    if (!QAccessible::isActive())
        return;
    pending_ += text;
    const qsizetype whole = wholeSentences(pending_);
    if (whole == 0)
        return;
    announce(pending_.left(whole).trimmed());
    pending_.remove(0, whole);
}

void SentenceAnnouncer::finish()
{
    if (!pending_.trimmed().isEmpty())
        announce(pending_.trimmed());
    pending_.clear();
}

void SentenceAnnouncer::announce(const QString& sentence)
{
    if (sentence.isEmpty())
        return;
    speaker_->setAccessibleDescription(sentence);
    QAccessibleEvent event(speaker_, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

} // namespace moru
