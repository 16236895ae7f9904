#include "ui/text/figures.h"

#include <QCoreApplication>

#include <cmath>

namespace moru {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

constexpr double kGib = 1024.0 * 1024.0 * 1024.0;

} // namespace

QLocale figureLocale()
{
    return QLocale(Texts::tr("en", "code of the language whose numbers and dates are used"));
}

QString countText(qint64 count)
{
    return figureLocale().toString(count);
}

QString decimalText(double value, int decimals)
{
    return figureLocale().toString(value, 'f', decimals);
}

QString rateText(double perSecond)
{
    constexpr double kNoDecimalsFrom = 99.95;
    return decimalText(perSecond, perSecond < kNoDecimalsFrom ? 1 : 0);
}

double gibOf(std::uint64_t bytes)
{
    return static_cast<double>(bytes) / kGib;
}

QString gibText(std::uint64_t bytes)
{
    const double gib = gibOf(bytes);
    return decimalText(gib, gib < 1 ? 2 : 1);
}

QString diskSizeText(std::uint64_t bytes)
{
    constexpr double kGigabyte = 1e9;
    constexpr double kMegabyte = 1e6;
    const auto size = static_cast<double>(bytes);
    if (size >= kGigabyte)
        return Texts::tr("%1 GB").arg(decimalText(size / kGigabyte, 1));
    const double megabytes = size / kMegabyte;
    return Texts::tr("%1 MB").arg(decimalText(megabytes, megabytes < 10 ? 1 : 0));
}

QString secondsText(double milliseconds)
{
    const double seconds = milliseconds / 1000.0;
    return decimalText(seconds, seconds < 0.995 ? 2 : 1);
}

QString durationText(double milliseconds)
{
    constexpr int kMinute = 60;
    const int seconds = static_cast<int>(std::lround(milliseconds / 1000.0));
    if (seconds < kMinute)
        return Texts::tr("%1 s").arg(decimalText(milliseconds / 1000.0, 1));
    return Texts::tr("%1 min %2 s").arg(seconds / kMinute).arg(seconds % kMinute);
}

QString timeText(const QDateTime& time)
{
    return time.toString(QStringLiteral("HH:mm"));
}

QString dayText(const QDateTime& time)
{
    constexpr qint64 kDaysNamed = 7;
    const qint64 days = time.date().daysTo(QDate::currentDate());
    if (days == 0)
        return timeText(time);
    if (days > 0 && days < kDaysNamed)
        return figureLocale().dayName(time.date().dayOfWeek(), QLocale::ShortFormat);
    return figureLocale().toString(time.date(), QLocale::ShortFormat);
}

} // namespace moru
