#include "app/types/notice.h"

#include "app/types/error_text.h"

#include <QCoreApplication>

namespace moru {

namespace {

QString text(NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::DatabaseQuarantined:
        return QCoreApplication::translate("Notices",
            "The chat database was damaged. It was set aside unchanged as %1, and a new one was started.");
    case NoticeKind::DatabaseUnavailable:
        return QCoreApplication::translate(
            "Notices", "The chat database %1 cannot be opened. Chats of this run are kept in memory only.");
    case NoticeKind::DatabaseReadFailed:
        return QCoreApplication::translate("Notices", "Chats cannot be read now. %1");
    case NoticeKind::DatabaseWriteFailed:
        return QCoreApplication::translate(
            "Notices", "Chats cannot be saved now. The words stay on screen; copy what you need. %1");
    case NoticeKind::SettingsNotWritable:
        return QCoreApplication::translate(
            "Notices", "Settings cannot be saved in %1. They hold for this run only.");
    case NoticeKind::SettingCorrected:
        return QCoreApplication::translate(
            "Notices", "The settings file says “%2” for %1, which cannot be; %3 is used.");
    case NoticeKind::LogNotWritable:
        return QCoreApplication::translate("Notices", "The log %1 cannot be written.");
    case NoticeKind::FolderNotOpened:
        return QCoreApplication::translate("Notices", "The folder was not opened. %1");
    case NoticeKind::DroppedThingRefused:
        return QCoreApplication::translate("Notices",
            "Not opened: %1. A model is a folder with config.json, a tokenizer and SafeTensors files; "
            "moru-cli "
            "import makes one of a GGUF file.");
    case NoticeKind::ChatExported:
        return QCoreApplication::translate("Notices", "The chat was saved as %1.");
    case NoticeKind::ChatNotExported:
        return QCoreApplication::translate("Notices", "The chat could not be saved as a file. %1");
    case NoticeKind::EnvironmentVariableIgnored:
        return QCoreApplication::translate(
            "Notices", "The environment says %1, which is not understood; it is ignored.");
    }
    return {};
}

/// Without the engine's own sentence, which is English and stands in the log.
QString reason(const Error& error)
{
    const ErrorText words = errorText(error);
    const QString what = error.where.empty()
        ? words.title
        : QStringLiteral("%1: %2").arg(words.title, QString::fromStdString(error.where));
    return QStringLiteral("%1. %2").arg(what, words.help);
}

} // namespace

QString noticeText(const Notice& notice)
{
    if (notice.kind == NoticeKind::SettingCorrected && notice.values.size() == 2)
        return text(notice.kind)
            .arg(QCoreApplication::translate("Settings", notice.argument.toUtf8().constData()),
                notice.values.front(), notice.values.back());
    return text(notice.kind).arg(notice.error ? reason(*notice.error) : notice.argument);
}

} // namespace moru
