#pragma once

#include <QWidget>

class QDockWidget;

namespace moru {

class IconButton;
class TextLabel;

/// The title bar of an inspector dock: what its figures are about, Detach, Close.
class DockTitle final : public QWidget {
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget* dock);

    void setScope(const QString& scope);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* scope_;
    IconButton* detach_;
    IconButton* close_;
};

} // namespace moru
