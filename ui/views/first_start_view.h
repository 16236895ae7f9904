#pragma once

#include "app/interfaces/window_services.h"

#include <QScrollArea>

class QVBoxLayout;

namespace moru {

class NoteBox;
class SegmentedControl;
class TextButton;
class TextLabel;

/// The page until the first model is chosen: what Moru is, models found on this machine, the folder that can
/// be opened, and language and theme, which switch at once.
class FirstStartView final : public QScrollArea {
    Q_OBJECT

public:
    explicit FirstStartView(const WindowServices& services, QWidget* parent = nullptr);

    void focusFirst();

signals:
    void openFolderRequested();
    void chooseModelRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void refreshModels();

    WindowServices services_;
    TextLabel* title_;
    TextLabel* subtitle_;
    NoteBox* privacy_;
    TextLabel* foundTitle_;
    TextLabel* foundHint_;
    QVBoxLayout* found_;
    TextLabel* folderTitle_;
    TextLabel* folderHint_;
    TextButton* openFolder_;
    TextButton* allModels_;
    SegmentedControl* language_;
    SegmentedControl* theme_;
};

} // namespace moru
