#pragma once

#include <QWidget>

class QVBoxLayout;

namespace moru {

class NoticeBoard;

/// What the person should know beside messages and models, each with a button that closes it.
class NoticeBar final : public QWidget {
    Q_OBJECT

public:
    /// `sideMargin`: pixels that stay free on its left and right.
    NoticeBar(NoticeBoard& notices, int sideMargin, QWidget* parent = nullptr);

private:
    void refresh();

    NoticeBoard& notices_;
    QVBoxLayout* rows_;
};

} // namespace moru
