#include "app/types/error_text.h"

#include <QCoreApplication>

namespace moru {

namespace {

struct CodeText {
    const char* title;
    const char* help;
};

// One row a code, so that no code is without words: the switch has no default, the compiler names a missing
// one.
CodeText codeText(ErrorCode code)
{
    switch (code) {
    case ErrorCode::FileNotFound:
        return { QT_TRANSLATE_NOOP("Errors", "File or folder not found"),
            QT_TRANSLATE_NOOP("Errors", "Check whether it was moved or its drive is connected.") };
    case ErrorCode::PermissionDenied:
        return { QT_TRANSLATE_NOOP("Errors", "No permission"),
            QT_TRANSLATE_NOOP("Errors", "Change the permissions of the file or choose another place.") };
    case ErrorCode::ReadFailed:
        return { QT_TRANSLATE_NOOP("Errors", "A file cannot be read"),
            QT_TRANSLATE_NOOP("Errors", "Check the drive, then try again.") };
    case ErrorCode::WriteFailed:
        return { QT_TRANSLATE_NOOP("Errors", "A file cannot be written"),
            QT_TRANSLATE_NOOP("Errors", "Check the drive and its permissions.") };
    case ErrorCode::DiskFull:
        return { QT_TRANSLATE_NOOP("Errors", "The disk is full"),
            QT_TRANSLATE_NOOP("Errors", "Free some space, then try again.") };
    case ErrorCode::FileChanged:
        return { QT_TRANSLATE_NOOP("Errors", "A file changed while it was in use"),
            QT_TRANSLATE_NOOP(
                "Errors", "Wait until the other program has finished, then load the model again.") };
    case ErrorCode::Truncated:
        return { QT_TRANSLATE_NOOP("Errors", "A file is cut short"),
            QT_TRANSLATE_NOOP("Errors", "Download this file again; the other files can stay.") };
    case ErrorCode::HeaderTooLarge:
        return { QT_TRANSLATE_NOOP("Errors", "A file's header is longer than the file"),
            QT_TRANSLATE_NOOP("Errors", "The file is damaged. Download it again.") };
    case ErrorCode::InvalidHeader:
        return { QT_TRANSLATE_NOOP("Errors", "A file's header cannot be read"),
            QT_TRANSLATE_NOOP("Errors", "The file is damaged or of another kind. Download it again.") };
    case ErrorCode::OverlappingTensors:
        return { QT_TRANSLATE_NOOP("Errors", "The tensors of a file contradict each other"),
            QT_TRANSLATE_NOOP("Errors", "The file is damaged. Download it again.") };
    case ErrorCode::MissingConfig:
        return { QT_TRANSLATE_NOOP("Errors", "This is not a model folder"),
            QT_TRANSLATE_NOOP(
                "Errors", "Choose a folder that holds config.json, a tokenizer and SafeTensors files.") };
    case ErrorCode::InvalidJson:
        return { QT_TRANSLATE_NOOP("Errors", "A JSON file cannot be parsed"),
            QT_TRANSLATE_NOOP("Errors", "Download this file again.") };
    case ErrorCode::InvalidConfig:
        return { QT_TRANSLATE_NOOP("Errors", "The model's configuration is not valid"),
            QT_TRANSLATE_NOOP("Errors", "Compare config.json with the one of the publisher.") };
    case ErrorCode::UnsupportedArchitecture:
        return { QT_TRANSLATE_NOOP("Errors", "This architecture is not supported"),
            QT_TRANSLATE_NOOP("Errors", "The files are whole; choose a model of a family that Moru knows.") };
    case ErrorCode::MissingWeights:
        return { QT_TRANSLATE_NOOP("Errors", "The folder has no SafeTensors file"),
            QT_TRANSLATE_NOOP(
                "Errors", "Download the weights, or import a GGUF file with moru-cli import.") };
    case ErrorCode::MissingShard:
        return { QT_TRANSLATE_NOOP("Errors", "A shard is missing"),
            QT_TRANSLATE_NOOP("Errors", "Put this one file into the folder; the others can stay.") };
    case ErrorCode::InvalidIndex:
        return { QT_TRANSLATE_NOOP("Errors", "The index and the shards contradict each other"),
            QT_TRANSLATE_NOOP("Errors", "Download the index and the shards from the same revision.") };
    case ErrorCode::MissingTensor:
        return { QT_TRANSLATE_NOOP("Errors", "A tensor is missing"),
            QT_TRANSLATE_NOOP("Errors", "The weights are incomplete or belong to another configuration.") };
    case ErrorCode::UnexpectedTensor:
        return { QT_TRANSLATE_NOOP("Errors", "A tensor is not part of this model"),
            QT_TRANSLATE_NOOP(
                "Errors", "The weights belong to another configuration. Download both again.") };
    case ErrorCode::WrongShape:
        return { QT_TRANSLATE_NOOP("Errors", "A tensor has another shape than the configuration says"),
            QT_TRANSLATE_NOOP(
                "Errors", "Weights and config.json are of different models. Download both again.") };
    case ErrorCode::WrongDtype:
        return { QT_TRANSLATE_NOOP("Errors", "A tensor's number format cannot be used"),
            QT_TRANSLATE_NOOP("Errors", "Choose a version of the model in BF16, F16 or F32.") };
    case ErrorCode::MissingTokenizer:
        return { QT_TRANSLATE_NOOP("Errors", "The folder has no tokenizer"),
            QT_TRANSLATE_NOOP("Errors", "Put tokenizer.json of the same model into the folder.") };
    case ErrorCode::InvalidTokenizer:
        return { QT_TRANSLATE_NOOP("Errors", "The tokenizer is damaged"),
            QT_TRANSLATE_NOOP("Errors", "Download tokenizer.json again.") };
    case ErrorCode::UnsupportedTokenizer:
        return { QT_TRANSLATE_NOOP("Errors", "This kind of tokenizer is not supported"),
            QT_TRANSLATE_NOOP("Errors", "The files are whole; choose a model of a family that Moru knows.") };
    case ErrorCode::TokenOutOfRange:
        return { QT_TRANSLATE_NOOP("Errors", "A token is outside the vocabulary"),
            QT_TRANSLATE_NOOP(
                "Errors", "Tokenizer and weights are of different models. Download both again.") };
    case ErrorCode::TemplateRejected:
        return { QT_TRANSLATE_NOOP("Errors", "The model's chat template refuses these messages"),
            QT_TRANSLATE_NOOP("Errors", "Change the system prompt or start a new chat.") };
    case ErrorCode::InvalidTemplate:
        return { QT_TRANSLATE_NOOP("Errors", "The chat template cannot be read"),
            QT_TRANSLATE_NOOP("Errors", "Download the model's template again.") };
    case ErrorCode::BaseModel:
        return { QT_TRANSLATE_NOOP("Errors", "This model continues text, it does not chat"),
            QT_TRANSLATE_NOOP("Errors", "Give it the beginning of a text, or choose an instruct model.") };
    case ErrorCode::NotEnoughMemory:
        return { QT_TRANSLATE_NOOP("Errors", "Not enough memory"),
            QT_TRANSLATE_NOOP("Errors", "Choose a smaller context, close other programs, or load anyway.") };
    case ErrorCode::OutOfMemory:
        return { QT_TRANSLATE_NOOP("Errors", "The system gave no more memory"),
            QT_TRANSLATE_NOOP("Errors", "Choose a smaller context or close other programs.") };
    case ErrorCode::ContextFull:
        return { QT_TRANSLATE_NOOP("Errors", "The conversation does not fit into the context"),
            QT_TRANSLATE_NOOP("Errors", "Shorten the message, enlarge the context or start a new chat.") };
    case ErrorCode::InvalidRequest:
        return { QT_TRANSLATE_NOOP("Errors", "The request is not valid"),
            QT_TRANSLATE_NOOP("Errors", "Reset the sampling settings to the model's values.") };
    case ErrorCode::NotFinite:
        return { QT_TRANSLATE_NOOP("Errors", "The model's results are not numbers"),
            QT_TRANSLATE_NOOP("Errors",
                "Its weights are damaged, or too large for this precision. Try the exact precision.") };
    case ErrorCode::InvalidSetting:
        return { QT_TRANSLATE_NOOP("Errors", "A setting is not understood"),
            QT_TRANSLATE_NOOP("Errors", "Correct the setting or the environment variable that is named.") };
    case ErrorCode::UnsupportedIsa:
        return { QT_TRANSLATE_NOOP("Errors", "The processor cannot run this kernel set"),
            QT_TRANSLATE_NOOP("Errors", "Remove or correct MORU_ISA in the environment.") };
    case ErrorCode::UnsupportedFormat:
        return { QT_TRANSLATE_NOOP("Errors", "This file format is not supported"),
            QT_TRANSLATE_NOOP(
                "Errors", "Moru reads SafeTensors; moru-cli import turns GGUF files into them.") };
    case ErrorCode::ModelNotFound:
        return { QT_TRANSLATE_NOOP("Errors", "Model not found"),
            QT_TRANSLATE_NOOP("Errors", "Choose a model from the list or open its folder.") };
    case ErrorCode::Cancelled:
        return { QT_TRANSLATE_NOOP("Errors", "Cancelled"),
            QT_TRANSLATE_NOOP("Errors", "Start again when you like.") };
    case ErrorCode::Internal:
        return { QT_TRANSLATE_NOOP("Errors", "A mistake of the program"),
            QT_TRANSLATE_NOOP("Errors", "Please report it with the details below.") };
    }
    return codeText(ErrorCode::Internal);
}

} // namespace

ErrorText errorText(const Error& error)
{
    const CodeText text = codeText(error.code);
    return { QCoreApplication::translate("Errors", text.title), QString::fromStdString(describe(error)),
        QCoreApplication::translate("Errors", text.help) };
}

QString errorDetails(const Error& error)
{
    const ErrorText text = errorText(error);
    const std::string_view name = errorCodeName(error.code);
    return QStringLiteral("%1\n%2\n%3\n(%4)")
        .arg(text.title, text.cause, text.help,
            QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
}

} // namespace moru
