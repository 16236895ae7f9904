#pragma once

#include <QWidget>

namespace moru {

class IconLabel;
class TextButton;
class TextLabel;

/// A place with nothing in it yet: one sentence, and one action where there is one.
class EmptyState final : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(const QString& iconName, QWidget* parent = nullptr);

    void setSentence(const QString& sentence);
    void setAction(const QString& label); ///< Empty: none.
    [[nodiscard]] QString sentence() const { return sentence_; }

signals:
    void actionTriggered();

private:
    QString sentence_;
    TextLabel* words_;
    TextButton* action_;
};

} // namespace moru
