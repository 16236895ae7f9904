#pragma once

#include <QTextBrowser>

namespace moru {

/// Read-only text without frame, margins or scroll bars: the conversation scrolls, not its parts.
class StillBrowser final : public QTextBrowser {
    Q_OBJECT

public:
    explicit StillBrowser(QWidget* parent = nullptr);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace moru
