#pragma once

#include <QWidget>

class QVBoxLayout;

namespace moru {

class NoticeBoard;

/// What the person should know beside messages and models, each with a button that closes it.
class NoticeBar final : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(NoticeBoard& notices, QWidget* parent = nullptr);

private:
    void refresh();

    NoticeBoard& notices_;
    QVBoxLayout* rows_;
};

} // namespace moru
