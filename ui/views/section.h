#pragma once

#include <QWidget>

class QVBoxLayout;

namespace moru {

class TextLabel;

/// A part of a dock: a title, a remark at its right, and content; a line above it.
class Section final : public QWidget {
    Q_OBJECT

public:
    explicit Section(QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& remark = {});
    void addWidget(QWidget* widget);
    [[nodiscard]] QVBoxLayout* content() const { return content_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* title_;
    TextLabel* remark_;
    QVBoxLayout* content_;
};

} // namespace moru
