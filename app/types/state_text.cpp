#include "app/types/state_text.h"

#include "app/types/error_text.h"
#include "app/types/path_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace moru {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("States", text);
}

/// GB are 10^9, as on the Hub; memory is told in GiB elsewhere.
QString gigabytes(std::uint64_t bytes)
{
    return QLocale().toString(static_cast<double>(bytes) / 1e9, 'f', 1);
}

QString absentText(const ModelEntry& entry)
{
    if (!entry.registered)
        return words(QT_TRANSLATE_NOOP("States", "Not on this machine"));
    const QString size = gigabytes(entry.registered->downloadBytes);
    return entry.registered->needsLicenceAccepted
        ? words(QT_TRANSLATE_NOOP("States", "Not on this machine (%1 GB, licence to accept)")).arg(size)
        : words(QT_TRANSLATE_NOOP("States", "Not on this machine (%1 GB)")).arg(size);
}

QString absentHelp(const ModelEntry& entry)
{
    if (!entry.registered)
        return {};
    return words(
        QT_TRANSLATE_NOOP("States",
            "Get the files of %1 from https://huggingface.co/%1 and put them into a folder named %2 in the "
            "models folder, or open their folder here."))
        .arg(entry.registered->repository, entry.registered->name);
}

} // namespace

QString loadPhaseText(LoadPhase phase)
{
    switch (phase) {
    case LoadPhase::CheckFiles:
        return words(QT_TRANSLATE_NOOP("States", "Checking files"));
    case LoadPhase::ReadTokenizer:
        return words(QT_TRANSLATE_NOOP("States", "Reading the tokenizer"));
    case LoadPhase::Compile:
        return words(QT_TRANSLATE_NOOP("States", "Compiling"));
    case LoadPhase::ReadWeights:
        return words(QT_TRANSLATE_NOOP("States", "Reading weights"));
    case LoadPhase::ReserveCache:
        return words(QT_TRANSLATE_NOOP("States", "Reserving the KV cache"));
    }
    return {};
}

QString stopReasonText(StopReason reason)
{
    switch (reason) {
    case StopReason::EndToken:
        return words(QT_TRANSLATE_NOOP("States", "end of answer"));
    case StopReason::StopString:
        return words(QT_TRANSLATE_NOOP("States", "stop string"));
    case StopReason::Repetition:
        return words(QT_TRANSLATE_NOOP("States", "repetition"));
    case StopReason::MaxTokens:
        return words(QT_TRANSLATE_NOOP("States", "length limit"));
    case StopReason::ContextFull:
        return words(QT_TRANSLATE_NOOP("States", "context full"));
    case StopReason::Cancelled:
        return words(QT_TRANSLATE_NOOP("States", "stopped by you"));
    case StopReason::Ejected:
        return words(QT_TRANSLATE_NOOP("States", "model ejected"));
    case StopReason::Error:
        return words(QT_TRANSLATE_NOOP("States", "failed"));
    }
    return {};
}

QString operationRoleText(OperationRole role)
{
    switch (role) {
    case OperationRole::Mlp:
        return words(QT_TRANSLATE_NOOP("States", "MLP"));
    case OperationRole::Attention:
        return words(QT_TRANSLATE_NOOP("States", "Attention"));
    case OperationRole::Head:
        return words(QT_TRANSLATE_NOOP("States", "Output head"));
    case OperationRole::Norm:
        return words(QT_TRANSLATE_NOOP("States", "Norm"));
    case OperationRole::Embedding:
        return words(QT_TRANSLATE_NOOP("States", "Embedding"));
    case OperationRole::Vision:
        return words(QT_TRANSLATE_NOOP("States", "Vision"));
    case OperationRole::Sampling:
        return words(QT_TRANSLATE_NOOP("States", "Sampling"));
    case OperationRole::Waiting:
        return words(QT_TRANSLATE_NOOP("States", "Waiting"));
    }
    return {};
}

QString precisionText(Precision precision)
{
    switch (precision) {
    case Precision::Exact:
        return words(QT_TRANSLATE_NOOP("States", "Exact"));
    case Precision::Int8:
        return QStringLiteral("INT8");
    case Precision::Int4:
        return QStringLiteral("INT4");
    }
    return {};
}

QString answerStateText(AnswerState state)
{
    switch (state) {
    case AnswerState::Incomplete:
        return words(QT_TRANSLATE_NOOP("States", "being written"));
    case AnswerState::Complete:
        return {};
    case AnswerState::Stopped:
        return words(QT_TRANSLATE_NOOP("States", "stopped"));
    case AnswerState::Interrupted:
        return words(QT_TRANSLATE_NOOP("States", "interrupted"));
    case AnswerState::Failed:
        return words(QT_TRANSLATE_NOOP("States", "failed"));
    }
    return {};
}

QString modelSourceText(ModelSource source)
{
    switch (source) {
    case ModelSource::Registered:
        return words(QT_TRANSLATE_NOOP("States", "Registered"));
    case ModelSource::ModelsFolder:
        return words(QT_TRANSLATE_NOOP("States", "In the models folder"));
    case ModelSource::HuggingFaceCache:
        return words(QT_TRANSLATE_NOOP("States", "Found in the Hugging Face cache"));
    case ModelSource::OpenedFolder:
        return words(QT_TRANSLATE_NOOP("States", "Opened folders"));
    }
    return {};
}

QString modelStateText(const ModelEntry& entry)
{
    switch (entry.state) {
    case ModelState::Checking:
        return words(QT_TRANSLATE_NOOP("States", "Reading the folder"));
    case ModelState::Available:
        return words(QT_TRANSLATE_NOOP("States", "On disk (%1 GB)")).arg(gigabytes(entry.sizeBytes));
    case ModelState::NotOnThisMachine:
        return absentText(entry);
    case ModelState::Incomplete:
        if (!entry.missingFiles.isEmpty())
            return words(QT_TRANSLATE_NOOP("States", "Incomplete; missing: %1"))
                .arg(entry.missingFiles.join(QStringLiteral(", ")));
        break;
    case ModelState::BeingDownloaded:
        return words(QT_TRANSLATE_NOOP("States", "Being downloaded by another program"));
    case ModelState::Unavailable:
        return words(QT_TRANSLATE_NOOP("States", "Folder not available: %1")).arg(pathText(entry.folder));
    case ModelState::Unsupported:
    case ModelState::Damaged:
        break;
    }
    return entry.error ? errorText(*entry.error).title : words(QT_TRANSLATE_NOOP("States", "Incomplete"));
}

QString modelStateHelp(const ModelEntry& entry)
{
    if (entry.state == ModelState::NotOnThisMachine)
        return absentHelp(entry);
    if (entry.state == ModelState::BeingDownloaded)
        return words(QT_TRANSLATE_NOOP("States", "Look again when the other program has finished."));
    if (!entry.error)
        return {};
    const ErrorText text = errorText(*entry.error);
    // What is missing stands in the state itself; what is wrong does not.
    const bool isWrong = entry.state == ModelState::Damaged || entry.state == ModelState::Unsupported;
    return isWrong ? text.cause + QLatin1Char('\n') + text.help : text.help;
}

} // namespace moru
