#include "app/settings/settings_table.h"

#include "engine/api/model.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace moru {

namespace {

using Id = SettingId;
constexpr auto kApp = SettingScope::Application;
constexpr auto kModel = SettingScope::Model;
constexpr auto kBool = SettingKind::Boolean;
constexpr auto kInt = SettingKind::Integer;
constexpr auto kReal = SettingKind::Real;
constexpr auto kText = SettingKind::Text;
constexpr auto kChoice = SettingKind::Choice;
constexpr auto kList = SettingKind::TextList;
constexpr auto kBytes = SettingKind::Bytes;

// clang-format off
constexpr std::array<SettingRow, kSettingCount> kTable { {
    // id, key, scope, kind, default, default text, min, max, step, decimals, title, hint, name of the minimum, reload
    { Id::Language, "window/language", kApp, kChoice, 0, "system", 0, 0, 0, 0,
        QT_TRANSLATE_NOOP("Settings", "Language"), QT_TRANSLATE_NOOP("Settings", "Language of the window; it changes at once."), "", false },
    { Id::Theme, "window/theme", kApp, kChoice, 0, "system", 0, 0, 0, 0,
        QT_TRANSLATE_NOOP("Settings", "Theme"), QT_TRANSLATE_NOOP("Settings", "Light, dark, or as the system says."), "", false },
    { Id::TextZoom, "window/text_zoom", kApp, kInt, 100, "", 70, 200, 10, 0,
        QT_TRANSLATE_NOOP("Settings", "Text size"), QT_TRANSLATE_NOOP("Settings", "Percent of the normal size. Ctrl + and Ctrl − change it too."), "", false },
    { Id::SendWithEnter, "window/send_with_enter", kApp, kBool, 1, "", 0, 1, 1, 0,
        QT_TRANSLATE_NOOP("Settings", "Enter sends"), QT_TRANSLATE_NOOP("Settings", "On: Shift+Enter starts a new line. Off: Ctrl+Enter sends."), "", false },
    { Id::ShowThinkingOpen, "window/show_thinking_open", kApp, kBool, 0, "", 0, 1, 1, 0,
        QT_TRANSLATE_NOOP("Settings", "Show thinking unfolded"), QT_TRANSLATE_NOOP("Settings", "Thinking blocks are open when they appear."), "", false },
    { Id::WindowGeometry, "window/geometry", kApp, kBytes, 0, "", 0, 0, 0, 0, "", "", "", false },
    { Id::ChatArrangement, "window/chat_arrangement", kApp, kBytes, 0, "", 0, 0, 0, 0, "", "", "", false },
    { Id::LastModel, "models/last", kApp, kText, 0, "", 0, 0, 0, 0, "", "", "", false },
    { Id::LastChat, "chats/last", kApp, kInt, 0, "", 0, 9e15, 1, 0, "", "", "", false },
    { Id::LoadLastModelAtStart, "models/load_last_at_start", kApp, kBool, 1, "", 0, 1, 1, 0,
        QT_TRANSLATE_NOOP("Settings", "Load the last model at start"), QT_TRANSLATE_NOOP("Settings", "Off: the program starts without a model."), "", false },
    { Id::OpenedFolders, "models/opened_folders", kApp, kList, 0, "", 0, 0, 0, 0, "", "", "", false },
    { Id::ContextLength, "engine/context_length", kApp, kInt, 4096, "", 256, 262144, 256, 0,
        QT_TRANSLATE_NOOP("Settings", "Context length"), QT_TRANSLATE_NOOP("Settings", "Tokens of prompt and answers together. More needs more memory; at most what the model was made for."), "", true },
    { Id::ThreadCount, "engine/threads", kApp, kInt, 0, "", 0, 256, 1, 0,
        QT_TRANSLATE_NOOP("Settings", "CPU threads"), QT_TRANSLATE_NOOP("Settings", "Automatic: one for each physical core that this program may use."), QT_TRANSLATE_NOOP("Settings", "automatic"), true },
    { Id::PrecisionName, "engine/precision", kApp, kChoice, 0, "", 0, 0, 0, 0,
        QT_TRANSLATE_NOOP("Settings", "Precision"), QT_TRANSLATE_NOOP("Settings", "Exact keeps the weights as they are stored."), "", true },
    { Id::ContextOverflow, "engine/context_overflow", kApp, kChoice, 0, "refuse", 0, 0, 0, 0,
        QT_TRANSLATE_NOOP("Settings", "When the context is full"), QT_TRANSLATE_NOOP("Settings", "Refuse: a message that does not fit is not sent. Drop oldest: the oldest turns are left out of the prompt and stay on screen. Stop: it is sent, and the answer says that it does not fit."), "", false },
    { Id::DefaultSystemPrompt, "chats/system_prompt", kApp, kText, 0, "", 0, 0, 0, 0,
        QT_TRANSLATE_NOOP("Settings", "System prompt of new chats"), QT_TRANSLATE_NOOP("Settings", "What the model is told before the conversation begins. Each chat can have its own."), "", false },
    { Id::Temperature, "temperature", kModel, kReal, 0.7, "", 0, 5, 0.05, 2,
        QT_TRANSLATE_NOOP("Settings", "Temperature"), QT_TRANSLATE_NOOP("Settings", "Divides the logits: low is steady, high is varied. 0 is greedy: always the likeliest token."), "", false },
    { Id::TopK, "top_k", kModel, kInt, 40, "", 0, 1000, 1, 0,
        QT_TRANSLATE_NOOP("Settings", "Top K sampling"), QT_TRANSLATE_NOOP("Settings", "Keeps the K likeliest tokens."), QT_TRANSLATE_NOOP("Settings", "off"), false },
    { Id::TopP, "top_p", kModel, kReal, 0.95, "", 0.01, 1, 0.01, 2,
        QT_TRANSLATE_NOOP("Settings", "Top P sampling"), QT_TRANSLATE_NOOP("Settings", "Keeps the likeliest tokens until their probability reaches P. 1 turns it off."), "", false },
    { Id::MinP, "min_p", kModel, kReal, 0, "", 0, 1, 0.01, 2,
        QT_TRANSLATE_NOOP("Settings", "Min P sampling"), QT_TRANSLATE_NOOP("Settings", "Drops what is less likely than P times the likeliest token."), QT_TRANSLATE_NOOP("Settings", "off"), false },
    { Id::RepetitionPenalty, "repetition_penalty", kModel, kReal, 1, "", 0.5, 2, 0.01, 2,
        QT_TRANSLATE_NOOP("Settings", "Repeat penalty"), QT_TRANSLATE_NOOP("Settings", "Makes tokens of prompt and answer less likely. 1 turns it off."), "", false },
    { Id::PresencePenalty, "presence_penalty", kModel, kReal, 0, "", -2, 2, 0.05, 2,
        QT_TRANSLATE_NOOP("Settings", "Presence penalty"), QT_TRANSLATE_NOOP("Settings", "Subtracted once from every token that the answer has already. 0 turns it off."), "", false },
    { Id::FrequencyPenalty, "frequency_penalty", kModel, kReal, 0, "", -2, 2, 0.05, 2,
        QT_TRANSLATE_NOOP("Settings", "Frequency penalty"), QT_TRANSLATE_NOOP("Settings", "Subtracted for every time that the answer has a token. 0 turns it off."), "", false },
    { Id::MaxTokens, "max_tokens", kModel, kInt, 0, "", 0, 1048576, 64, 0,
        QT_TRANSLATE_NOOP("Settings", "Limit response length"), QT_TRANSLATE_NOOP("Settings", "Tokens after which an answer ends. Off: the context is the limit."), QT_TRANSLATE_NOOP("Settings", "off"), false },
    { Id::Seed, "seed", kModel, kInt, -1, "", -1, 2147483647.0, 1, 0,
        QT_TRANSLATE_NOOP("Settings", "Seed"), QT_TRANSLATE_NOOP("Settings", "The same seed and settings give the same answer. Random: a new one each time, shown with the answer."), QT_TRANSLATE_NOOP("Settings", "random"), false },
    { Id::Thinking, "thinking", kModel, kBool, 1, "", 0, 1, 1, 0,
        QT_TRANSLATE_NOOP("Settings", "Thinking"), QT_TRANSLATE_NOOP("Settings", "Lets the model think before it answers; for models whose template has the switch."), "", false },
    { Id::ThinkingBudget, "thinking_budget", kModel, kInt, 0, "", 0, 1048576, 64, 0,
        QT_TRANSLATE_NOOP("Settings", "Thinking budget"), QT_TRANSLATE_NOOP("Settings", "Tokens after which the thinking is ended and the answer begins."), QT_TRANSLATE_NOOP("Settings", "no limit"), false },
} };
// clang-format on

QString words(const char* text)
{
    return *text ? QCoreApplication::translate("Settings", text) : QString();
}

std::vector<SettingChoice> precisionChoices()
{
    std::vector<SettingChoice> choices;
    for (std::size_t i = 0; i < kPrecisionCount; ++i) {
        const auto precision = static_cast<Precision>(i);
        const std::string_view name = precisionName(precision);
        if (!parsePrecision(name)) // known, but not there yet: what does not work is not shown
            continue;
        const QString value = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        choices.push_back({ value,
            precision == Precision::Exact ? words(QT_TRANSLATE_NOOP("Settings", "Exact"))
                                          : value.toUpper() });
    }
    return choices;
}

std::vector<SettingChoice> choicesOf(SettingId id)
{
    switch (id) {
    case Id::Language:
        return { { QStringLiteral("system"), words(QT_TRANSLATE_NOOP("Settings", "System")) },
            { QStringLiteral("en"), QStringLiteral("English") },
            { QStringLiteral("ko"), QStringLiteral("한국어") } };
    case Id::Theme:
        return { { QStringLiteral("system"), words(QT_TRANSLATE_NOOP("Settings", "System")) },
            { QStringLiteral("light"), words(QT_TRANSLATE_NOOP("Settings", "Light")) },
            { QStringLiteral("dark"), words(QT_TRANSLATE_NOOP("Settings", "Dark")) } };
    case Id::PrecisionName:
        return precisionChoices();
    case Id::ContextOverflow:
        return { { QStringLiteral("refuse"), words(QT_TRANSLATE_NOOP("Settings", "Refuse")) },
            { QStringLiteral("drop-oldest"), words(QT_TRANSLATE_NOOP("Settings", "Drop oldest")) },
            { QStringLiteral("stop"), words(QT_TRANSLATE_NOOP("Settings", "Stop")) } };
    default:
        return {};
    }
}

} // namespace

const std::array<SettingRow, kSettingCount>& settingsTable()
{
    return kTable;
}

const SettingRow& settingRow(SettingId id)
{
    return *std::ranges::find(kTable, id, &SettingRow::id);
}

SettingDescription describeSetting(SettingId id)
{
    const SettingRow& row = settingRow(id);
    SettingDescription description;
    description.id = id;
    description.key = QString::fromLatin1(row.key);
    description.scope = row.scope;
    description.kind = row.kind;
    description.defaultValue = defaultValue(row);
    description.minimum = row.minimum;
    description.maximum = row.maximum;
    description.step = row.step;
    description.decimals = row.decimals;
    description.choices = choicesOf(id);
    description.title = words(row.title);
    description.hint = words(row.hint);
    description.specialValueTitle = words(row.specialValueTitle);
    description.needsReload = row.needsReload;
    return description;
}

QVariant defaultValue(const SettingRow& row)
{
    switch (row.kind) {
    case SettingKind::Boolean:
        return row.defaultNumber != 0;
    case SettingKind::Integer:
        return static_cast<qlonglong>(row.defaultNumber);
    case SettingKind::Real:
        return row.defaultNumber;
    case SettingKind::Text:
        return QString::fromUtf8(row.defaultText);
    case SettingKind::Choice:
        if (row.id == Id::PrecisionName) {
            const std::string_view name = precisionName(defaultPrecision());
            return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        }
        return QString::fromUtf8(row.defaultText);
    case SettingKind::TextList:
        return QStringList();
    case SettingKind::Bytes:
        return QByteArray();
    }
    return {};
}

QVariant allowedValue(const SettingRow& row, const QVariant& value)
{
    bool isNumber = false;
    switch (row.kind) {
    case SettingKind::Boolean:
        return value.isValid() ? QVariant(value.toBool()) : defaultValue(row);
    case SettingKind::Integer:
    case SettingKind::Real: {
        // QVariant reads numbers in the C locale, so the file means the same everywhere.
        const double number = value.toDouble(&isNumber);
        if (!isNumber || std::isnan(number))
            return defaultValue(row);
        const double bounded = std::clamp(number, row.minimum, row.maximum);
        return row.kind == SettingKind::Real ? QVariant(bounded)
                                             : QVariant(static_cast<qlonglong>(std::llround(bounded)));
    }
    case SettingKind::Text:
        return value.toString();
    case SettingKind::Choice: {
        const QString text = value.toString();
        const std::vector<SettingChoice> choices = choicesOf(row.id);
        const bool isChoice = std::ranges::find(choices, text, &SettingChoice::value) != choices.end();
        return isChoice ? QVariant(text) : defaultValue(row);
    }
    case SettingKind::TextList:
        return value.toStringList();
    case SettingKind::Bytes:
        return value.toByteArray();
    }
    return {};
}

} // namespace moru
