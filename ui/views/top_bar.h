#pragma once

#include <QWidget>

class QMenu;

namespace moru {

class EngineControl;
class IconButton;
class ModelButton;
class PerformanceSource;
class TextButton;

/// The bar at the top: menu, chat list, New chat; the model with Eject (or Cancel while it loads); inspector
/// and settings. It has buttons only; the window decides what they do.
class TopBar final : public QWidget {
    Q_OBJECT

public:
    TopBar(EngineControl& engine, PerformanceSource& performance, QWidget* parent = nullptr);

    IconButton* menu = nullptr;
    IconButton* chatList = nullptr;
    TextButton* newChat = nullptr;
    ModelButton* model = nullptr;
    IconButton* eject = nullptr;
    TextButton* cancelLoad = nullptr;
    IconButton* inspector = nullptr;
    IconButton* settings = nullptr;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void layoutMiddle();

    EngineControl& engine_;
    QWidget* left_;
    QWidget* right_;
};

} // namespace moru
