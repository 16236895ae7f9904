#include "app/session/notice_list.h"

#include <algorithm>

namespace moru {

void NoticeList::post(const Notice& notice)
{
    if (notice.error)
        qWarning("notice: %s", describe(*notice.error).c_str());
    std::erase_if(m_notices,
        [&](const Notice& shown) { return shown.kind == notice.kind && shown.argument == notice.argument; });
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
