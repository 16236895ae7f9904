#pragma once

#include "app/interfaces/window_services.h"
#include "app/types/setting.h"

#include <QWidget>

#include <vector>

class QScrollArea;

namespace moru {

class NoteBox;
class Section;
class SettingField;
class TextButton;

/// The Settings dock: sampling of the loaded model, starting from the model's own values; what the next load
/// uses; the window. Every control comes from the settings table.
class SettingsView final : public QWidget {
    Q_OBJECT

public:
    explicit SettingsView(const WindowServices& services, QWidget* parent = nullptr);

    [[nodiscard]] SettingField* field(SettingId id) const; ///< Null when it is not on this page.
    [[nodiscard]] NoteBox* reloadNote() const { return reload_; }
    void focusField(SettingId id);
    [[nodiscard]] TextButton* resetAllButton() const { return resetAll_; }

signals:
    void reloadRequested(); ///< The model should be loaded again with the new settings.

private:
    SettingField* addField(Section* section, SettingId id);
    void refresh();
    void refreshModelFields();
    void refreshApplicationFields();
    void refreshReload();
    [[nodiscard]] QString modelKey() const;

    WindowServices services_;
    std::vector<SettingField*> fields_;
    Section* sampling_;
    Section* answers_;
    Section* engine_;
    Section* window_;
    TextButton* resetAll_;
    QScrollArea* scroll_;
    NoteBox* reload_;
};

} // namespace moru
