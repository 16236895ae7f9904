#pragma once

#include <QWidget>

#include <optional>

namespace moru {

class TextLabel;

/// A large figure with name, unit and definition. Without a value it is blank: no figure is better than a
/// wrong one.
class GaugeFigure final : public QWidget {
    Q_OBJECT

public:
    explicit GaugeFigure(QWidget* parent = nullptr);

    void setTexts(const QString& name, const QString& unit, const QString& definition);
    void setValue(std::optional<double> value);
    [[nodiscard]] QString valueText() const;

private:
    TextLabel* name_;
    TextLabel* value_;
    TextLabel* unit_;
};

} // namespace moru
