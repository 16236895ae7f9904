#pragma once

#include "app/interfaces/notice_board.h"

#include <initializer_list>

namespace moru {

/// Notices of this run. A kind that is already shown is renewed rather than repeated.
class NoticeList final : public NoticeBoard {
    Q_OBJECT
public:
    using NoticeBoard::NoticeBoard;

    void post(const Notice& notice) override;
    /// What is not so any more.
    void withdraw(std::initializer_list<NoticeKind> kinds);
    [[nodiscard]] const std::vector<Notice>& notices() const override { return m_notices; }
    void dismiss(int index) override;

private:
    std::vector<Notice> m_notices;
};

} // namespace moru
