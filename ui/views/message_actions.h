#pragma once

#include <QWidget>

class QLabel;

namespace moru {

class IconButton;
class TextLabel;

/// What can be done with a message, as small icons, and the switch between its versions "< 2 / 3 >".
class MessageActions final : public QWidget {
    Q_OBJECT

public:
    enum class Owner { User, Answer };

    explicit MessageActions(Owner owner, QWidget* parent = nullptr);

    void setVersions(int index, int count); ///< Index from 0; the switch is hidden for a single version.
    void setContinuable(bool continuable); ///< Offers to go on writing (answers only).
    void setBusy(bool busy); ///< Nothing that changes the chat is offered while an answer is written.

signals:
    void copyRequested();
    void editRequested();
    void regenerateRequested();
    void continueRequested();
    void branchRequested();
    void promptRequested();
    void versionRequested(int index);

private:
    IconButton* add(const QString& iconName);
    void retranslate();

    Owner owner_;
    IconButton* copy_;
    IconButton* edit_ = nullptr;
    IconButton* regenerate_ = nullptr;
    IconButton* continue_ = nullptr;
    IconButton* branch_;
    IconButton* prompt_ = nullptr;
    IconButton* previous_;
    TextLabel* versions_;
    IconButton* next_;
    int versionIndex_ = 0;
    int versionCount_ = 1;
    bool continuable_ = false;
};

} // namespace moru
