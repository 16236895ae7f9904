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
    case NoticeKind::DatabaseWriteFailed:
        return QCoreApplication::translate(
            "Notices", "Chats cannot be saved now. The words stay on screen; copy what you need. %1");
    case NoticeKind::SettingsNotWritable:
        return QCoreApplication::translate(
            "Notices", "Settings cannot be saved in %1. They hold for this run only.");
    case NoticeKind::LogNotWritable:
        return QCoreApplication::translate("Notices", "The log %1 cannot be written.");
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

} // namespace

QString noticeText(const Notice& notice)
{
    if (notice.error)
        return text(notice.kind).arg(QString::fromStdString(describe(*notice.error)));
    return text(notice.kind).arg(notice.argument);
}

} // namespace moru
