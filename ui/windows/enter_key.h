#pragma once

#include <QObject>

namespace moru {

/// Enter presses the button that has the focus, as Space does: Qt leaves that to the platform, and most say
/// no.
class EnterKey final : public QObject {
    Q_OBJECT

public:
    explicit EnterKey(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace moru
