#pragma once

#include "app/interfaces/window_services.h"

#include <QFrame>

class QLineEdit;
class QListView;
class QModelIndex;

namespace moru {

class EmptyState;
class ModelDetails;
class ModelItemModel;
class TextButton;
class TextLabel;

/// The model picker: a popup under its button. Typing filters, arrows move, Enter loads, Esc closes.
class ModelPicker final : public QFrame {
    Q_OBJECT

public:
    explicit ModelPicker(const WindowServices& services, QWidget* parent = nullptr);

    /// Shows it under the button, inside the window.
    void openBelow(const QWidget* button);
    /// Chooses a model in the list, e.g. the folder that was just opened.
    void select(const QString& modelKey);
    [[nodiscard]] QLineEdit* filterField() const { return filter_; }
    [[nodiscard]] QListView* list() const { return list_; }
    [[nodiscard]] ModelDetails* details() const { return details_; }

signals:
    void openFolderRequested();
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void showCurrent();
    void moveCurrent(int step);

    WindowServices services_;
    ModelItemModel* model_;
    QLineEdit* filter_;
    QListView* list_;
    EmptyState* empty_;
    ModelDetails* details_;
    TextButton* openFolder_;
    TextButton* rescan_;
    TextLabel* gguf_;
    QString selectedKey_;
};

} // namespace moru
