#pragma once

#include <QDateTime>
#include <QLocale>
#include <QString>

#include <cstdint>

namespace moru {

/// How numbers and times are written, in the language of the window (files and clipboard tables use a point
/// and no separators). Sizes on disk are in GB of 10^9 bytes as on the Hub, memory is in GiB.
[[nodiscard]] QLocale figureLocale();

[[nodiscard]] QString countText(qint64 count); ///< "8,192"
[[nodiscard]] QString decimalText(double value, int decimals); ///< "14.3"
[[nodiscard]] QString rateText(
    double perSecond); ///< "31.4", "438": three digits are enough to judge a speed.
[[nodiscard]] QString gibText(
    std::uint64_t bytes); ///< "4.8", without unit; two digits after the point below 1.
[[nodiscard]] QString diskSizeText(std::uint64_t bytes); ///< "9.3 GB", "271 MB"
[[nodiscard]] QString secondsText(double milliseconds); ///< "5.8", "0.07", without unit
[[nodiscard]] QString durationText(double milliseconds); ///< "12.1 s", "3 min 5 s"
[[nodiscard]] QString timeText(const QDateTime& time); ///< "14:32"
[[nodiscard]] QString dayText(const QDateTime& time); ///< Today "14:32", this week "Thu", else the date.
[[nodiscard]] double gibOf(std::uint64_t bytes);

} // namespace moru
