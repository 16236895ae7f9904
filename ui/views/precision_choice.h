#pragma once

#include "app/types/model_entry.h"
#include "app/types/setting.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace moru {

class SegmentedControl;
class TextLabel;

/// Precision for the next load: those that the engine offers side by side, the memory of each below it. What
/// does not fit into memory is greyed, and how much is missing stands there instead.
class PrecisionChoice final : public QWidget {
    Q_OBJECT

public:
    explicit PrecisionChoice(const SettingDescription& precisions, QWidget* parent = nullptr);

    void setDescription(const SettingDescription& precisions); ///< After a change of language.
    /// `freeBytes` unset: memory was not measured yet, and nothing is greyed.
    void setModel(
        const ModelDescription& model, const LoadOptions& options, std::optional<std::uint64_t> freeBytes);
    void setValue(const QString& precision);
    [[nodiscard]] SegmentedControl* control() const { return control_; }
    [[nodiscard]] QString remarkOf(const QString& precision) const; ///< What stands below it.
    /// The first one that fits, the default before the others; empty when none does.
    [[nodiscard]] QString fitting() const;
    [[nodiscard]] QString titleOf(const QString& precision) const;

signals:
    void chosen(const QString& precision);

private:
    struct Place {
        QString precision;
        QString title;
        TextLabel* remark = nullptr;
    };

    std::vector<Place> places_;
    QString default_;
    TextLabel* title_;
    TextLabel* defaultRemark_;
    SegmentedControl* control_;
};

} // namespace moru
