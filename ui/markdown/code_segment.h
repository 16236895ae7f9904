#pragma once

#include "ui/widgets/column_item.h"

class QTextEdit;

namespace moru {

class ElidedLabel;
class IconButton;

/// A code block: language, Copy, and the lines unwrapped. Text is only added at its end.
class CodeSegment final : public ColumnItem {
    Q_OBJECT

public:
    explicit CodeSegment(QWidget* parent = nullptr);

    void setLanguage(const QString& language);

    void appendSettled(const QString& text);
    void setOpen(const QString& text); ///< The part that still changes.
    [[nodiscard]] QString code() const;

    int layoutColumn(int width) override;
    [[nodiscard]] qint64 insertedCharacters() const { return insertedCharacters_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void insertAtEnd(const QString& text);
    void replaceOpen(const QString& text);
    [[nodiscard]] int endPosition() const;

    ElidedLabel* language_;
    IconButton* copy_;
    QTextEdit* text_;
    QString heldLineEnd_; ///< The line end after the last settled line makes no line yet.
    QString open_; ///< What stands behind the settled text.
    int openStart_ = 0;
    qint64 insertedCharacters_ = 0;
};

} // namespace moru
