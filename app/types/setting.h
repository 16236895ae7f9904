#pragma once

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <optional>
#include <vector>

namespace moru {

/// Every setting there is; app/settings/settings_table.h has a row for each.
enum class SettingId {
    // The window
    Language, ///< Choice "system", "en", "ko".
    Theme, ///< Choice "system", "light", "dark".
    TextZoom, ///< Percent of the normal text size.
    SendWithEnter, ///< True: Enter sends, Shift+Enter makes a line. False: Ctrl+Enter sends.
    ShowThinkingOpen, ///< Thinking blocks are unfolded.
    WindowGeometry, ///< QWidget::saveGeometry
    ChatArrangement, ///< QMainWindow::saveState
    LastModel, ///< Key of the model loaded last.
    LastChat, ///< Chat that was open last.
    LoadLastModelAtStart,
    OpenedFolders, ///< Folders the person opened; QStringList.
    // The engine
    ContextLength,
    ThreadCount, ///< 0: one for each physical core allowed here.
    PrecisionName, ///< Choice among the precisions that exist.
    ContextOverflow, ///< Choice "refuse", "drop-oldest", "stop": what to do with what does not fit.
    DefaultSystemPrompt, ///< For new chats.
    // Sampling: kept per model
    Temperature,
    TopK,
    TopP,
    MinP,
    RepetitionPenalty,
    PresencePenalty,
    FrequencyPenalty,
    MaxTokens, ///< 0: until the context is full.
    Seed, ///< −1: a random one for each answer, shown with it.
    Thinking, ///< For models whose template has the switch.
    ThinkingBudget, ///< Tokens after which a thinking block is closed; 0: no limit.
};

/// Application: one value. Model: a value for each model, starting from the model's own file.
enum class SettingScope { Application, Model };

enum class SettingKind { Boolean, Integer, Real, Text, Choice, TextList, Bytes };

/// One way out of a Choice.
struct SettingChoice {
    QString value; ///< Stored.
    QString title; ///< Shown, translated.
};

/// A row of the table, with texts in the window's language.
struct SettingDescription {
    SettingId id {};
    QString key; ///< In the settings file.
    SettingScope scope = SettingScope::Application;
    SettingKind kind = SettingKind::Boolean;
    QVariant defaultValue;
    double minimum = 0; ///< Integer and Real.
    double maximum = 0;
    double step = 1;
    int decimals = 0;
    std::vector<SettingChoice> choices;
    QString title; ///< No two settings share one.
    QString hint; ///< What it does, for the tooltip.
    QString specialValueTitle; ///< Name of the minimum where it has a meaning of its own: "automatic", "off".
    bool needsReload = false; ///< Takes effect when the model is loaded again.
};

/// Where the value of a setting that hangs on a model comes from.
enum class SettingOrigin {
    BuiltIn, ///< Neither the model nor the person says anything.
    FromModel, ///< generation_config.json of the model.
    ChangedByPerson,
};

struct ModelSettingValue {
    QVariant value;
    SettingOrigin origin = SettingOrigin::BuiltIn;
    QVariant resetValue; ///< What "reset" would make of it.
};

/// The fields of the sampling page, in its order.
[[nodiscard]] const std::vector<SettingId>& samplingSettings();

} // namespace moru

Q_DECLARE_METATYPE(moru::SettingId)
