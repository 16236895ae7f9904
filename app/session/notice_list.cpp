#include "app/session/notice_list.h"

#include <algorithm>

namespace moru {

namespace {

bool isSame(const Notice& one, const Notice& other)
{
    return one.kind == other.kind && one.argument == other.argument && one.values == other.values;
}

bool saysTheSame(const std::optional<Error>& one, const std::optional<Error>& other)
{
    if (!one || !other)
        return one.has_value() == other.has_value();
    return one->code == other->code && one->message == other->message && one->where == other->where;
}

} // namespace

void NoticeList::post(const Notice& notice)
{
    const auto shown
        = std::ranges::find_if(m_notices, [&](const Notice& other) { return isSame(other, notice); });
    // A disk that stays full is found full every second; the bar and the log say it once.
    if (shown != m_notices.end() && saysTheSame(shown->error, notice.error))
        return;
    if (notice.error)
        qWarning("notice: %s", describe(*notice.error).c_str());
    if (shown != m_notices.end())
        m_notices.erase(shown);
    m_notices.push_back(notice);
    emit changed();
}

void NoticeList::withdraw(std::initializer_list<NoticeKind> kinds)
{
    const auto isOver = [&](const Notice& shown) { return std::ranges::count(kinds, shown.kind) > 0; };
    if (std::erase_if(m_notices, isOver) > 0)
        emit changed();
}

void NoticeList::dismiss(int index)
{
    if (index < 0 || index >= static_cast<int>(m_notices.size()))
        return;
    m_notices.erase(m_notices.begin() + index);
    emit changed();
}

} // namespace moru
