#pragma once

#include <QWidget>

class QAbstractButton;
class QButtonGroup;

namespace moru {

/// A few alternatives side by side, one of them chosen; arrow keys move the choice.
class SegmentedControl final : public QWidget {
    Q_OBJECT

public:
    explicit SegmentedControl(const QStringList& values, QWidget* parent = nullptr);

    void setTitles(const QStringList& titles);
    void setValue(const QString& value);
    [[nodiscard]] QString value() const;
    /// What cannot be chosen is greyed; the reason is its tooltip and what a screen reader adds.
    void setChoosable(const QString& value, bool choosable, const QString& reason = {});
    [[nodiscard]] bool isChoosable(const QString& value) const;
    void setShown(const QString& value, bool shown); ///< Takes one alternative away.

signals:
    void chosen(const QString& value); ///< By the person only.

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList values_;
    QButtonGroup* group_;
};

} // namespace moru
