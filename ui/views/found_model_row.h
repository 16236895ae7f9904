#pragma once

#include "app/types/model_entry.h"

#include <QWidget>

namespace moru {

class TextButton;

/// A model that is on this machine, with a button that opens it.
class FoundModelRow final : public QWidget {
    Q_OBJECT

public:
    explicit FoundModelRow(const ModelEntry& entry, QWidget* parent = nullptr);

    void setPrimary(bool primary); ///< The first one has the strong button.
    [[nodiscard]] TextButton* openButton() const { return open_; }

signals:
    void openRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextButton* open_;
};

} // namespace moru
