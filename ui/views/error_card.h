#pragma once

#include "app/types/error_text.h"
#include "ui/views/card.h"

#include <QString>

namespace moru {

class TextButton;
class TextLabel;

/// An error in three parts: what happened, why, what now. The safe and useful action comes first.
class ErrorCard final : public Card {
    Q_OBJECT

public:
    explicit ErrorCard(QWidget* parent = nullptr);

    void setError(const Error& error);
    /// Which thing failed, above the title: "Loading Gemma 3 270M". Empty for none.
    void setContext(const QString& context);
    void setAction(
        const QString& label, const QString& iconName = {}); ///< Empty: no action but Copy details.
    void setDismissible(bool dismissible);

signals:
    void actionTriggered();
    void dismissed();

private:
    void retranslate();

    Error error_;
    TextLabel* context_;
    TextLabel* title_;
    TextLabel* cause_;
    TextLabel* help_;
    TextButton* action_;
    TextButton* copy_;
    TextButton* dismiss_;
};

} // namespace moru
