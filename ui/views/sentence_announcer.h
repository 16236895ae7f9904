#pragma once

#include <QString>

class QWidget;

namespace moru {

/// Tells screen readers of text that streams in, by sentence: token by token it could not be followed.
class SentenceAnnouncer {
public:
    explicit SentenceAnnouncer(QWidget* speaker);

    void append(const QString& text);
    void finish(); ///< Announces what is left.

private:
    void announce(const QString& sentence);

    QWidget* speaker_;
    QString pending_;
};

/// How much of `text` is whole sentences: the position behind the last end of one, 0 without any.
[[nodiscard]] qsizetype wholeSentences(const QString& text);

} // namespace moru
