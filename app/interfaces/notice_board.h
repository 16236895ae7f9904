#pragma once

#include "app/types/notice.h"

#include <QObject>

#include <vector>

namespace moru {

/// What the person should know beside messages and models. Shown as a card until it is dismissed.
class NoticeBoard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual const std::vector<Notice>& notices() const = 0; ///< Not dismissed, oldest first.
    virtual void post(const Notice& notice) = 0;
    virtual void dismiss(int index) = 0;

signals:
    void changed();
};

} // namespace moru
