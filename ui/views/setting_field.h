#pragma once

#include "app/types/setting.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QPlainTextEdit;
class QSpinBox;

namespace moru {

class IconButton;
class SwitchBox;
class TextLabel;

/// One setting: title, control by its kind, and a button that takes it back to where it came from. A setting
/// that the environment forces is shown, not edited.
class SettingField final : public QWidget {
    Q_OBJECT

public:
    explicit SettingField(const SettingDescription& description, QWidget* parent = nullptr);

    [[nodiscard]] SettingId id() const { return description_.id; }
    void setDescription(const SettingDescription& description); ///< After a change of language.
    void setValue(const QVariant& value);
    [[nodiscard]] QVariant value() const;
    /// `origin` is shown in small type: "from the model", "changed by you".
    void setOrigin(const QString& origin, bool resettable, const QVariant& resetValue);
    void setForcedBy(const QString& variable); ///< Empty: not forced.
    [[nodiscard]] QWidget* control() const;
    [[nodiscard]] IconButton* resetButton() const { return reset_; }

signals:
    void edited(const QVariant& value);
    void resetRequested();

private:
    void buildControl();
    [[nodiscard]] QString words(const QVariant& value) const;

    SettingDescription description_;
    TextLabel* title_;
    TextLabel* origin_;
    IconButton* reset_;
    QSpinBox* integer_ = nullptr;
    QDoubleSpinBox* real_ = nullptr;
    QComboBox* choice_ = nullptr;
    SwitchBox* boolean_ = nullptr;
    QPlainTextEdit* text_ = nullptr;
};

} // namespace moru
