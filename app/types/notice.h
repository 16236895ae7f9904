#pragma once

#include "engine/api/error.h"

#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

namespace moru {

enum class NoticeKind {
    DatabaseQuarantined, ///< argument: where the damaged file lies now. Chats start empty.
    DatabaseUnavailable, ///< argument: its path. Chats of this run are kept in memory only.
    DatabaseReadFailed, ///< error says why. What was read before stays on screen.
    DatabaseWriteFailed, ///< error says why. The words stay on screen.
    SettingsNotWritable, ///< argument: the file.
    SettingCorrected, ///< argument: the setting's title, English; values: what stands in the file, what is
                      ///< used.
    LogNotWritable, ///< argument: the file.
    FolderNotOpened, ///< error says why: what was opened is no model.
    DroppedThingRefused, ///< argument: a file or an address; only folders are opened.
    ChatExported, ///< argument: the file.
    ChatNotExported, ///< error says why.
    EnvironmentVariableIgnored, ///< argument: NAME=value that is not understood.
};

/// Something that the person should know and that belongs to no message or model. A value; its text is made
/// when shown, so that it follows the language.
struct Notice {
    NoticeKind kind {};
    QString argument;
    std::optional<Error> error;
    QDateTime at;
    QStringList values {}; ///< What else the text names.
};

[[nodiscard]] QString noticeText(const Notice& notice); ///< One or two sentences.

} // namespace moru

Q_DECLARE_METATYPE(moru::Notice)
